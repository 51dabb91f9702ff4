// Many calls at once, on two nodes: a code and a recovery code work once, and guesses in parallel count one by one.

import { ApiError } from '@envhold/client/api-error.ts'
import { createClient } from '@envhold/client/client.ts'
import { login } from '@envhold/contract/accounts/accounts.ts'
import { signInWithRecoveryCode, signInWithTotp } from '@envhold/contract/accounts/second-factors.ts'
import { beforeEach, expect, test } from 'vitest'
import { forEachEngine } from '../../../../../../dev/world/app-for-tests.ts'
import { withApp } from '../../../../../../dev/world/with-app.ts'
import { withSecondNode } from '../../../../../../dev/world/with-second-node.ts'
import { nextStep, signUpWithTotp, ticketOf } from '../../../../../../dev/world/with-totp.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { acceptTotpCode } from '../factors/accept-code.ts'
import { findTotpFactor, listRecoveryCodes, markRecoveryCodeUsed } from '../factors/factor-store.ts'

const count = 200

forEachEngine((engine) => {
  const app = withApp(engine)
  const node = withSecondNode(app)
  beforeEach(() => app.ctx.db.deleteFrom('attempts').execute())

  /** How many of the calls ended in each way; both nodes get every second one. */
  const outcomes = async (
    call: (client: ReturnType<typeof createClient>, index: number) => Promise<unknown>,
  ) => {
    const clients = [app.url, node.url].map((server) => createClient({ server, timeoutMs: 60_000 }))
    const results = await Promise.all(
      Array.from({ length: count }, async (_, index) => {
        const client = clients[index % 2]
        if (!client) throw new Error('No node')
        return await call(client, index).then(
          () => 'signed in',
          (error) => (error instanceof ApiError ? error.code : String(error)),
        )
      }),
    )
    const ways = new Map<string, number>()
    for (const result of results) ways.set(result, (ways.get(result) ?? 0) + 1)
    return ways
  }
  // On a busy machine a call may wait too long for a connection.
  const rejected = ['INVALID_CREDENTIALS', 'NOT_FOUND', 'LOCKED_OUT', 'RATE_LIMITED', 'UNAVAILABLE']

  test.each(['one ticket', 'four tickets'])('one code starts one session, with %s', async (method) => {
    const someone = await signUpWithTotp(app)
    nextStep(app)
    const tickets = [await ticketOf(app, someone)]
    while (method === 'four tickets' && tickets.length < 4) tickets.push(await ticketOf(app, someone))
    const code = someone.code()
    const ways = await outcomes((client, index) =>
      client.call(signInWithTotp, { body: { ticket: tickets[index % tickets.length] ?? '', code } }),
    )
    expect(ways.get('signed in')).toBe(1)
    for (const way of ways.keys()) expect(['signed in', ...rejected]).toContain(way)
  })

  test('one recovery code starts one session', async () => {
    const someone = await signUpWithTotp(app)
    const tickets = [await ticketOf(app, someone), await ticketOf(app, someone), await ticketOf(app, someone)]
    const [code = ''] = someone.recoveryCodes
    const ways = await outcomes((client, index) =>
      client.call(signInWithRecoveryCode, { body: { ticket: tickets[index % 3] ?? '', code } }),
    )
    expect(ways.get('signed in')).toBe(1)
    for (const way of ways.keys()) expect(['signed in', ...rejected]).toContain(way)
  })

  test('one statement decides, whatever the calls have read before', async () => {
    const someone = await signUpWithTotp(app)
    nextStep(app)
    const factor = await findTotpFactor(app.ctx, someone.userId)
    const [recoveryCode] = await listRecoveryCodes(app.ctx, someone.userId)
    if (!factor || !recoveryCode) throw new Error('missing')
    const code = someone.code()
    const all = <T>(work: () => Promise<T>) => Promise.all(Array.from({ length: count }, work))
    const accepted = await all(() => inTransaction(app.ctx, (tx) => acceptTotpCode(tx, factor, code)))
    const used = await all(() => inTransaction(app.ctx, (tx) => markRecoveryCodeUsed(tx, recoveryCode, 1)))
    expect([accepted, used].map((results) => results.filter(Boolean).length)).toEqual([1, 1])
  })

  test('parallel guesses on both nodes check five codes', async () => {
    const someone = await signUpWithTotp(app)
    nextStep(app, 2)
    const tickets = [await ticketOf(app, someone), await ticketOf(app, someone)]
    const near = [-1, 0, 1].map((steps) => someone.code(steps))
    const guess = ['000000', '111111', '222222', '333333'].find((code) => !near.includes(code)) ?? ''
    const ways = await outcomes((client, index) =>
      client.call(signInWithTotp, { body: { ticket: tickets[index % 2] ?? '', code: guess } }),
    )
    expect(ways.get('INVALID_CREDENTIALS')).toBe(5)
    const failures = app.ctx.db
      .selectFrom('activity')
      .select('sequence')
      .where('event_type', '=', 'mfa_failed')
    expect(await failures.where('user_id', '=', someone.userId).execute()).toHaveLength(5)
  })

  test('until the password is right, nothing shows that there is a second factor', async () => {
    const someone = await signUpWithTotp(app)
    const answers = await Promise.all(
      [someone.email, 'nobody@example.com'].map((email) =>
        app
          .as()
          .call(login, { body: { email, password: 'wrong' } })
          .catch(({ status, code, message, methods, ticket }) => ({
            status,
            code,
            message,
            methods,
            ticket,
          })),
      ),
    )
    expect(answers[0]).toMatchObject({ code: 'INVALID_CREDENTIALS', methods: [], ticket: undefined })
    expect(answers[1]).toEqual(answers[0])
  })
})
