import { expect, test } from 'vitest'
import { forEachEngine } from '../../../../../dev/world/app-for-tests.ts'
import { activityOf } from '../../../../../dev/world/events-of.ts'
import { insertPerson } from '../../../../../dev/world/insert-person.ts'
import { withApp } from '../../../../../dev/world/with-app.ts'
import { sweepErasures } from '../../features/activity/erasing/sweep-erasures.ts'
import { transact } from '../../features/audit-log/tx.ts'
import { verifyAllActivity } from '../../features/audit-log/verify-all-activity.ts'
import { erasures } from './0017-erasures.ts'

forEachEngine((engine) => {
  const app = withApp(engine)

  test('existing entries verify as before, and accounts that were deleted before are erased', async () => {
    const [ada, deleted, unlogged] = [
      await insertPerson(app),
      await insertPerson(app),
      await insertPerson(app),
    ]
    const record = (userId: number, ...descriptions: readonly string[]) =>
      transact(
        app.ctx,
        { userId, origin: { ip: '203.0.113.7', requestId: 'r', userAgent: '' } },
        async (tx) => {
          for (const description of descriptions)
            tx.record({
              type: description.startsWith('Removed') ? 'user_removed' : 'account_deleted',
              severity: 'low',
              description,
            })
        },
      )
    await record(deleted.userId, 'bob "b" deleted the account')
    await record(ada.userId, 'Removed bob "b" from "Shop"', 'Removed bob from "Shop"')
    await record(unlogged.userId, 'eve signed in')
    await record(deleted.userId, 'The account of bob "b" was permanently deleted')
    for (const { userId } of [deleted, unlogged])
      await app.ctx.db.deleteFrom('users').where('id', '=', userId).execute()
    const before = await activityOf(app)

    // As before the migration.
    await app.ctx.db.schema.dropTable('erasures').execute()
    for (const column of ['digest', 'erasure_mac'])
      await app.ctx.db.schema.alterTable('activity').dropColumn(column).execute()
    await erasures(app.ctx.db, engine, app.ctx.secrets)

    expect(await activityOf(app)).toEqual(before)
    expect(await app.ctx.db.selectFrom('erasures').selectAll().orderBy('user_id').execute()).toMatchObject([
      { user_id: deleted.userId, username: 'bob "b"', email_canonical: '' },
      { user_id: unlogged.userId, username: '', email_canonical: '' },
    ])
    expect(await sweepErasures(app.ctx)).toBe(4)
    const broken: unknown[] = []
    await verifyAllActivity(
      app.ctx,
      async () => [],
      (verdict) => verdict.broken && broken.push(verdict),
    )
    expect(broken).toEqual([])
    expect((await activityOf(app)).map(({ description, ip }) => [description, ip])).toEqual([
      ['The account was deleted', null],
      ['Removed a deleted account from "Shop"', '203.0.113.7'],
      ['Removed bob from "Shop"', '203.0.113.7'],
      ['The account was deleted', null],
      ['The account was deleted', null],
    ])
  })
})
