import { beforeAll, expect, test } from 'vitest'
import { addPerson } from '../../../../../../dev/world/add-person.ts'
import { forEachEngine } from '../../../../../../dev/world/app-for-tests.ts'
import type { Person } from '../../../../../../dev/world/sign-up.ts'
import { withApp } from '../../../../../../dev/world/with-app.ts'
import { withPerson } from '../../../../../../dev/world/with-person.ts'
import { transact } from '../../audit-log/tx.ts'
import { listOperatorActions, recordOperatorAction } from './operator-action-store.ts'
import { suspendUser, unsuspendUser } from './user-actions.ts'

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
    const acts = await listOperatorActions(app.ctx.db, user.id, 10)
    expect(acts.map(({ id: _, created_at: __, ...act }) => act)).toEqual([
      { operator: null, act: 'extend_grace', reason: 'Asked for it', details: { days: 30 } },
      { operator: null, act: 'unsuspend', reason: '', details: {} },
      { operator: operator.username, act: 'suspend', reason: 'Spam', details: {} },
    ])
    expect(await listOperatorActions(app.ctx.db, user.id, 1)).toEqual([acts[0]])
    expect(await listOperatorActions(app.ctx.db, operator.userId, 10)).toEqual([])
  })

  test('an act is not recorded when it is refused', async () => {
    const before = await listOperatorActions(app.ctx.db, operator.userId, 10)
    const refused = transact(app.ctx, { userId: null, origin: null }, (tx) =>
      suspendUser(tx, operator.userId, 'Spam'),
    )
    await expect(refused).rejects.toThrow('The last SUPER_ADMIN cannot be suspended.')
    expect(await listOperatorActions(app.ctx.db, operator.userId, 10)).toEqual(before)
  })
})
