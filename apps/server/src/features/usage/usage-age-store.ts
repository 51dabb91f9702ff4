import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { nextTurn } from '../../db/yield-to-event-loop.ts'

/** So many chains are looked at in a few milliseconds. */
const pageLength = 1_000

/** The projects whose first stored entry was written before a time. */
export async function* projectsWithOldUsage(db: Db, before: number): AsyncGenerator<number> {
  for (let last = 0; ; ) {
    const page = sql`(
      select project_id, start_sequence from usage_heads
      where project_id > ${last} order by project_id limit ${sql.lit(pageLength)})`
    const { rows: ends } = await sql<{ end: number | null }>`
      select max(project_id) as "end" from ${page} as page`.execute(db)
    const end = ends[0]?.end
    if (end === null || end === undefined) return
    const { rows } = await sql<{ project_id: number }>`
      select page.project_id from ${page} as page
      join usage_packs as packs
        on packs.project_id = page.project_id and packs.first_sequence = page.start_sequence + 1
      where packs.at < ${before} order by page.project_id`.execute(db)
    for (const { project_id } of rows) yield project_id
    last = end
    await nextTurn()
  }
}
