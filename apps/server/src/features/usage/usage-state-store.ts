import { sql } from 'kysely'
import type { DbContext } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import { readNumbers } from '../../db/json-rows.ts'
import { nextTurn } from '../../db/yield-to-event-loop.ts'
import { blockLength } from '../audit-log/block.ts'

/** How far a chain is rolled up. */
export interface RollupMark {
  /** How many blocks of the chain, from its beginning on, are rolled up. */
  readonly blocks: number
  /** Increases whenever entries are erased or trimmed. */
  readonly generation: number
}

/** How long the chain of a project's usage is, and how much of it is rolled up. */
export interface UsageState extends RollupMark {
  readonly projectId: number
  /** The last sequence number. */
  readonly sequence: number
  /** The last entry that was trimmed; 0 while nothing was. */
  readonly start: number
}

const stateColumns = sql.raw(`
  heads.project_id as "projectId", heads.sequence, heads.start_sequence as "start",
  coalesce(marks.blocks, 0) as blocks, coalesce(marks.generation, 0) as generation`)

/** The states of an owner's projects that ever had a call. */
export async function readUsageStatesOf(
  { db, engine }: DbContext<'engine'>,
  ownerId: number,
): Promise<UsageState[]> {
  const [projects = [], sequences = [], starts = [], blocks = [], generations = []] = await readNumbers(
    db,
    engine,
    {
      columns: [
        sql`heads.project_id`,
        sql`heads.sequence`,
        sql`heads.start_sequence`,
        sql`coalesce(marks.blocks, 0)`,
        sql`coalesce(marks.generation, 0)`,
      ],
      from: sql`projects
        join usage_heads as heads on heads.project_id = projects.id
        left join usage_marks as marks on marks.project_id = projects.id
        where projects.owner_id = ${ownerId}`,
    },
  )
  return projects.map((projectId, index) => ({
    projectId,
    sequence: sequences[index] ?? 0,
    start: starts[index] ?? 0,
    blocks: blocks[index] ?? 0,
    generation: generations[index] ?? 0,
  }))
}

/** The state of one project. All numbers are 0 if it never had a call. */
export async function readUsageState(db: Db, projectId: number): Promise<UsageState> {
  const { rows } = await sql<UsageState>`
    select ${stateColumns} from usage_heads as heads
    left join usage_marks as marks on marks.project_id = heads.project_id
    where heads.project_id = ${projectId}`.execute(db)
  return rows[0] ?? { projectId, sequence: 0, start: 0, blocks: 0, generation: 0 }
}

/** Projects in the order of their ids. */
export interface ProjectsPage {
  readonly states: readonly UsageState[]
  /** The last project of the page; undefined when there are no more projects. */
  readonly last: number | undefined
}

/** So many heads are read in about a millisecond. */
const pageLength = 1_000

/** The states of the next projects after one. */
export async function readUsageStatesAfter(db: Db, projectId: number): Promise<ProjectsPage> {
  const { rows } = await sql<UsageState>`
    select ${stateColumns} from usage_heads as heads
    left join usage_marks as marks on marks.project_id = heads.project_id
    where heads.project_id > ${projectId} order by heads.project_id limit ${sql.lit(pageLength)}`.execute(db)
  return { states: rows, last: rows.at(-1)?.projectId }
}

/** Whether a project has a full block that is not rolled up. */
export const hasFullBlock = ({ sequence, blocks }: UsageState) => sequence >= (blocks + 1) * blockLength

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
