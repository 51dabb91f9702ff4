import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appForTests, forEachEngine, type TestApp } from '../../../../../dev/world/app-for-tests.ts'
import { inTransaction } from '../../db/transaction.ts'
import { createAccount } from './create-account.ts'

forEachEngine((engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await appForTests(engine)
  })
  afterAll(() => app.stop())

  /** Takes its time between making the account and committing it. */
  const slowly = (username: string, fails = false) =>
    inTransaction(app.ctx, async (tx) => {
      const email = `${username}@example.com`
      const { role } = await createAccount(tx, { email, username, passwordHash: '' })
      await setTimeout(100)
      if (fails) throw new Error('not this one')
      return role
    }).catch((error: Error) => error.message)

  test('one account of those made at the same moment is the operator’s, and it is one that came to be', async () => {
    const failing = slowly('failing', true)
    const roles = await Promise.all([failing, ...['a', 'b', 'c'].map((name) => slowly(name))])
    expect(roles.toSorted()).toEqual(['SUPER_ADMIN', 'USER', 'USER', 'not this one'])
  })
})
