import { listOwnOperatorActs } from '@envhold/contract/operator/users.ts'
import { beforeAll, expect, test } from 'vitest'
import { addPerson } from '../../../../../../dev/world/add-person.ts'
import { forEachEngine } from '../../../../../../dev/world/app-for-tests.ts'
import type { Person } from '../../../../../../dev/world/sign-up.ts'
import { withApp } from '../../../../../../dev/world/with-app.ts'
import { withPerson } from '../../../../../../dev/world/with-person.ts'
import { operatorActions } from '../../../db/schema/instance.ts'
import { inTransaction, type Trx } from '../../../db/transaction.ts'
import { authenticatedTables } from '../../../verify/authenticated-tables.ts'
import type { OnFinding } from '../../../verify/finding.ts'
import { findMissingActions } from '../../../verify/missing-action-store.ts'
import { transact } from '../../audit-log/tx.ts'
import { listOperatorActions, recordOperatorAction } from './operator-action-store.ts'
import { forceDeleteUser, suspendUser, unsuspendUser } from './user-actions.ts'

forEachEngine((engine) => {
  const app = withApp(engine)
  const operator = withPerson(app, { masterPassword: null })
  let person: Person
  beforeAll(async () => {
    person = await addPerson(app, { masterPassword: null })
  })

  test('every act is listed with its operator, its reason and what it changed, the newest first', async () => {
    const user = { id: person.userId }
    await transact(app.ctx, { userId: operator.userId, origin: null }, (tx) =>
      suspendUser(tx, user.id, ' Spam '),
    )
    await transact(app.ctx, { userId: null, origin: null }, async (tx) => {
      await unsuspendUser(tx, user.id)
      await recordOperatorAction(tx, {
        userId: user.id,
        act: 'extend_grace',
        reason: 'Asked for it',
        details: { days: 30 },
      })
    })
    const acts = await listOperatorActions(app.ctx, user.id, 10)
    expect(acts.map(({ id: _, created_at: __, ...act }) => act)).toEqual([
      { operator: null, act: 'extend_grace', reason: 'Asked for it', details: { days: 30 } },
      { operator: null, act: 'unsuspend', reason: '', details: {} },
      { operator: operator.username, act: 'suspend', reason: 'Spam', details: {} },
    ])
    expect(await listOperatorActions(app.ctx, user.id, 1)).toEqual([acts[0]])
    expect(await listOperatorActions(app.ctx, operator.userId, 10)).toEqual([])
  })

  test('an act is not recorded when it is refused', async () => {
    const before = await listOperatorActions(app.ctx, operator.userId, 10)
    const refused = transact(app.ctx, { userId: null, origin: null }, (tx) =>
      suspendUser(tx, operator.userId, 'Spam'),
    )
    await expect(refused).rejects.toThrow('The last SUPER_ADMIN cannot be suspended.')
    expect(await listOperatorActions(app.ctx, operator.userId, 10)).toEqual(before)
  })

  const findings = async () => {
    const problems: string[] = []
    const onFinding: OnFinding = (table, id, problem) => void problems.push(`${table} ${id} ${problem}`)
    const table = authenticatedTables.find((each) => each.table === 'operator_actions')
    await table?.verify(app.ctx.db, app.ctx.secrets, onFinding)
    await findMissingActions(app.ctx.db, onFinding)
    return problems
  }
  const rejected = { code: 'INTERNAL' }
  /** Changes the table as someone with the database alone does, looks, and takes it back. */
  async function planted(change: (trx: Trx) => Promise<unknown>, look: () => Promise<unknown>) {
    const rows = await app.ctx.db.selectFrom('operator_actions').selectAll().execute()
    await inTransaction(app.ctx, ({ db }) => change(db))
    await look()
    await inTransaction(app.ctx, async ({ db }) => {
      await db.deleteFrom('operator_actions').execute()
      await db.insertInto('operator_actions').values(rows).execute()
    })
  }
  const signed = Object.entries(operatorActions.columns).filter(([, { spec }]) => spec.signed)

  test.each(signed.map(([name]) => name).filter((name) => name !== 'user_id'))(
    'an act whose %s was reworded is rejected, and named by verify',
    async (column) => {
      expect(await findings()).toEqual([])
      const value = { act: 'approve', reason: 'Reworded', details: '{"days":1}' }[column] ?? 9
      await planted(
        (trx) =>
          trx
            .updateTable('operator_actions')
            .set({ [column]: value })
            .where('user_id', '=', person.userId)
            .execute(),
        async () => {
          await expect(person.client.call(listOwnOperatorActs, {})).rejects.toMatchObject(rejected)
          expect((await findings()).join()).toMatch(/operator_actions \d+ was changed from outside/)
        },
      )
      expect(app.logged()).toContain('"table":"operator_actions"')
    },
  )

  test('an act that was planted, or moved to another account, is rejected and named', async () => {
    const other = await addPerson(app, { masterPassword: null })
    const [row] = await app.ctx.db.selectFrom('operator_actions').selectAll().limit(1).execute()
    if (!row) throw new Error('No act is stored')
    const { id, ...copy } = row
    const isNamed = async () => {
      await expect(other.client.call(listOwnOperatorActs, {})).rejects.toMatchObject(rejected)
      expect((await findings()).join()).toContain('was changed from outside')
    }
    const toOther = { ...copy, user_id: other.userId }
    await planted((trx) => trx.insertInto('operator_actions').values(toOther).execute(), isNamed)
    await planted(
      (trx) =>
        trx.updateTable('operator_actions').set({ user_id: other.userId }).where('id', '=', id).execute(),
      isNamed,
    )
  })

  test('an act that was deleted is named by verify; those of a deleted account are not', async () => {
    await planted(
      (trx) => trx.deleteFrom('operator_actions').where('act', '=', 'suspend').execute(),
      async () =>
        expect(await findings()).toEqual([
          expect.stringMatching(
            new RegExp(
              `^operator_actions of account ${person.userId} is missing: activity \\d+ recorded it$`,
            ),
          ),
        ]),
    )
    const deleted = await addPerson(app, { masterPassword: null })
    await transact(app.ctx, { userId: operator.userId, origin: null }, (tx) =>
      suspendUser(tx, deleted.userId, 'Spam'),
    )
    await transact(app.ctx, { userId: operator.userId, origin: null }, (tx) =>
      forceDeleteUser(tx, deleted.userId, 'Abuse'),
    )
    expect(await findings()).toEqual([])
  })
})
