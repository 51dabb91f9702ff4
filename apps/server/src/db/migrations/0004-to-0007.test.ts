import { expect, test } from 'vitest'
import { addPerson } from '../../../../../dev/world/add-person.ts'
import { forEachEngine } from '../../../../../dev/world/app-for-tests.ts'
import { describeDatabase } from '../../../../../dev/world/described-schema/describe-database.ts'
import { describeSchema } from '../../../../../dev/world/described-schema/describe-schema.ts'
import { dropNewer, newerTables } from '../../../../../dev/world/drop-newer.ts'
import { dumpTables } from '../../../../../dev/world/dump-database.ts'
import { lapse } from '../../../../../dev/world/lapse.ts'
import { seedEveryTable } from '../../../../../dev/world/seed-every-table.ts'
import { withApp } from '../../../../../dev/world/with-app.ts'
import { updatePhase } from '../../features/archive/phase/update-phase.ts'
import { transact } from '../../features/audit-log/tx.ts'
import { findAccountPhase } from '../../features/plans/account-phase-store.ts'
import { readMigrated } from '../check-version.ts'
import type { Db } from '../connect.ts'
import { newestMigration } from '../every-migration.ts'
import { migrateWithin } from '../migrate.ts'
import { inTransaction } from '../transaction.ts'

async function goBack(db: Db): Promise<void> {
  await dropNewer(db)
  await db
    .updateTable('instance')
    .set({ value: '0003-activity-lines' })
    .where('key', '=', 'migrated')
    .execute()
}

forEachEngine((engine) => {
  const app = withApp(engine)

  test('a full database at 0003 keeps every row, and what is new is empty', async () => {
    await seedEveryTable(app)
    const owner = await addPerson(app)
    const { userId } = owner
    await lapse(app, owner, { projects: 2, people: 1 })
    await transact(app.ctx, { userId, origin: null }, async (tx) => {
      await updatePhase(tx, userId)
    })
    const before = await findAccountPhase(app.ctx, userId)
    expect(before).toMatchObject({ phase: 'grace' })
    const rows = Object.fromEntries(await dumpTables(app))

    await goBack(app.ctx.db)
    await inTransaction(app.ctx, (tx) => migrateWithin(tx.db, engine, app.ctx.secrets))
    const others = Object.fromEntries(await dumpTables(app))
    for (const table of newerTables) {
      expect([table, others[table]]).toEqual([table, []])
      delete others[table]
    }
    const { instance, ...same } = rows
    for (const table of newerTables) delete same[table]
    expect({ ...others, instance: undefined }).toEqual({ ...same, instance: undefined })
    expect(others.instance).toEqual(expect.arrayContaining([...(instance ?? [])]))
    // The MAC of the row leaves out what is null, so it still verifies.
    expect(await findAccountPhase(app.ctx, userId)).toEqual(before)
    expect(await readMigrated(app.ctx.db)).toBe(newestMigration)
    expect(await describeDatabase(app.ctx.db, engine)).toEqual(describeSchema(engine))
  })
})
