import { listActivityLines, listProjectActivityLines } from '@envhold/contract/activity/activity-lines.ts'
import { writeVariables } from '@envhold/contract/variables/variables.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { forEachEngine } from '../../../../../dev/world/app-for-tests.ts'
import { describeDatabase } from '../../../../../dev/world/described-schema/describe-database.ts'
import { describeSchema } from '../../../../../dev/world/described-schema/describe-schema.ts'
import { seedProject } from '../../../../../dev/world/seed-project.ts'
import { withApp } from '../../../../../dev/world/with-app.ts'
import { withPerson } from '../../../../../dev/world/with-person.ts'
import { readMigrated } from '../check-version.ts'
import type { Db } from '../connect.ts'
import { newestMigration } from '../every-migration.ts'
import { migrateWithin } from '../migrate.ts'
import { inTransaction } from '../transaction.ts'

const hour = 3_600_000

/** Takes away what migrations 0003 and later ones add. */
async function goBack(db: Db): Promise<void> {
  for (const index of ['activity_of_line', 'activity_of_term'])
    await sql`drop index ${sql.id(index)}`.execute(db)
  for (const table of ['activity_terms', 'activity_changes', 'call_months', 'planned_limits'])
    await sql`drop table ${sql.id(table)}`.execute(db)
  for (const column of ['line', 'term_id', 'version', 'client'])
    await sql`alter table activity drop column ${sql.id(column)}`.execute(db)
  for (const column of ['keep_people', 'warned'])
    await sql`alter table account_phases drop column ${sql.id(column)}`.execute(db)
  await sql`alter table activity_heads drop column open_lines`.execute(db)
  await db
    .updateTable('instance')
    .set({ value: '0002-plan-call-limits' })
    .where('key', '=', 'migrated')
    .execute()
}

forEachEngine((engine) => {
  const app = withApp(engine)
  const owner = withPerson(app)

  /** What is derived from the entries; the program of a call is known only when it is recorded. */
  const derived = async () => {
    const { db } = app.ctx
    const entries = db.selectFrom('activity').select(['sequence', 'line', 'term_id', 'version'])
    const heads = db.selectFrom('activity_heads').select(['chain', 'open_lines'])
    return {
      entries: await entries.orderBy('sequence').execute(),
      terms: await db.selectFrom('activity_terms').selectAll().orderBy('id').execute(),
      changes: await db
        .selectFrom('activity_changes')
        .selectAll()
        .orderBy('sequence')
        .orderBy('term_id')
        .execute(),
      heads: await heads.orderBy('chain').execute(),
    }
  }

  test('a database at 0002 gets the lines, versions, texts and keys that appending gives', async () => {
    const { project, ids } = await seedProject(owner, 'development', 'staging', 'qa')
    const write = (id: number, variables: Record<string, string>, remove: string[] = []) =>
      owner.client.call(writeVariables, { params: { id }, body: { variables, mode: 'merge', remove } })
    for (const id of Object.values(ids)) {
      await write(id, { A: '1', B: '1' })
      app.advance(50)
    }
    app.advance(hour)
    await write(ids.qa, { A: '2', C: '1' }, ['B'])
    app.advance(2_000)
    await write(ids.staging, { D: '1' })
    const read = async () => {
      const params = { id: project.id }
      const pages = [
        await owner.client.call(listProjectActivityLines, { params, query: {} }),
        await owner.client.call(listProjectActivityLines, { params, query: { search: 'c' } }),
        await owner.client.call(listActivityLines, { query: {} }),
      ]
      return pages.map(({ lines, total }) => ({ total, lines: lines.map(({ text }) => text) }))
    }
    const before = { derived: await derived(), read: await read() }
    expect(before.derived.changes.length).toBe(10)
    expect(new Set(before.derived.entries.map(({ line }) => line)).size).toBeLessThan(
      before.derived.entries.length,
    )

    await goBack(app.ctx.db)
    await inTransaction(app.ctx, (tx) => migrateWithin(tx.db, engine, app.ctx.secrets))
    expect(await derived()).toEqual(before.derived)
    expect(await readMigrated(app.ctx.db)).toBe(newestMigration)
    expect(await read()).toEqual(before.read)
    expect(await describeDatabase(app.ctx.db, engine)).toEqual(describeSchema(engine))
  })
})
