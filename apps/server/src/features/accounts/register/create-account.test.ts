import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { forEachEngine } from '../../../../../../dev/world/app-for-tests.ts'
import { withApp } from '../../../../../../dev/world/with-app.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { createAccount } from './create-account.ts'

forEachEngine((engine) => {
  const app = withApp(engine)

  /** Creates an account, then waits before the commit. */
  const slowly = (username: string, fails = false) =>
    inTransaction(app.ctx, async (tx) => {
      const email = `${username}@example.com`
      const { role } = await createAccount(tx, { email, username, passwordHash: '', invitedBy: 'nobody' })
      await setTimeout(100)
      if (fails) throw new Error('not this one')
      return role
    }).catch((error: Error) => error.message)

  test('of accounts created at the same time, exactly one committed account becomes the operator', async () => {
    const failing = slowly('failing', true)
    const roles = await Promise.all([failing, ...['a', 'b', 'c'].map((name) => slowly(name))])
    expect(roles.toSorted()).toEqual(['SUPER_ADMIN', 'USER', 'USER', 'not this one'])
  })
})
