import { changePassword, login, readSession } from '@envhold/contract/accounts/accounts.ts'
import { newToken } from '@envhold/integrity/token.ts'
import { beforeEach, expect, test } from 'vitest'
import { addPerson } from '../../../../../../dev/world/add-person.ts'
import { forEachEngine } from '../../../../../../dev/world/app-for-tests.ts'
import type { Person } from '../../../../../../dev/world/sign-up.ts'
import { withApp } from '../../../../../../dev/world/with-app.ts'
import { findUser } from '../../users/user-store.ts'
import { maxTicketTries } from './mfa-ticket-store.ts'
import { completeSecondFactor, findTicket, issueTicket, raiseTicketTries } from './tickets.ts'

const minute = 60_000

forEachEngine((engine) => {
  const app = withApp(engine)
  beforeEach(() => app.ctx.db.deleteFrom('attempts').execute())
  const origin = { ip: '127.0.0.1', userAgent: 'test', requestId: 'test' }
  const person = () => addPerson(app, { masterPassword: null })

  const issue = async ({ userId }: Person) => {
    const user = await findUser(app.ctx, userId)
    if (!user) throw new Error('missing')
    return await issueTicket(app.ctx, { user, method: 'password', device: undefined, origin }, ['totp'])
  }
  const find = (text: string, ip = origin.ip) => findTicket(app.ctx, text, { ...origin, ip })
  const expired = { code: 'NOT_FOUND', message: 'This sign-in has expired. Sign in again.' }

  test('a ticket names its account and the accepted methods, and starts one session', async () => {
    const someone = await person()
    const ticket = await find(await issue(someone))
    expect([ticket.user.id, ticket.methods]).toEqual([someone.userId, ['totp']])
    const use = () =>
      completeSecondFactor(
        { ...app.ctx, mailHeldBack: async () => {} },
        { ticket, method: 'totp', deviceToken: undefined, origin },
        async () => {},
      ).then(
        ({ token }) => token,
        ({ code }) => code,
      )
    const results = await Promise.all([use(), use(), use(), use()])
    const [token, ...more] = results.filter((result) => result !== 'NOT_FOUND')
    expect(more).toEqual([])
    expect((await app.as({ token: token ?? '' }).call(readSession, {})).user.id).toBe(someone.userId)
  })

  test('a ticket is rejected from the other address family', async () => {
    const text = await issue(await person())
    await expect(find(text, '2001:db8::1')).rejects.toMatchObject(expired)
    expect((await find(text, '::ffff:192.0.2.7')).methods).toEqual(['totp'])
  })

  test('a ticket expires after five minutes', async () => {
    const text = await issue(await person())
    app.advance(5 * minute - 1_000)
    await find(text)
    app.advance(1_000)
    await expect(find(text)).rejects.toMatchObject(expired)
  })

  test('a change of the password ends a ticket', async () => {
    const someone = await person()
    const text = await issue(someone)
    await someone.client.call(changePassword, {
      body: { currentPassword: someone.password, newPassword: 'quite another one' },
    })
    await expect(find(text)).rejects.toMatchObject(expired)
  })

  test('five tries, counted in parallel, and no more', async () => {
    const ticket = await find(await issue(await person()))
    const tries = await Promise.allSettled(
      Array.from({ length: 20 }, () => raiseTicketTries(app.ctx, ticket)),
    )
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(maxTicketTries)
  })

  test('an account has at most five tickets: the oldest end', async () => {
    const someone = await person()
    const texts: string[] = []
    for (let count = 0; count < 7; count++) {
      texts.push(await issue(someone))
      app.advance(10)
    }
    const outcomes = await Promise.all(
      texts.map((text) =>
        find(text).then(
          () => true,
          () => false,
        ),
      ),
    )
    expect(outcomes).toEqual([false, false, true, true, true, true, true])
  })

  test('a ticket is no bearer token, and a token of another kind is no ticket', async () => {
    const someone = await person()
    const text = await issue(someone)
    await expect(app.as({ token: text }).call(readSession, {})).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    })
    for (const other of [someone.token, newToken('mfa').text, newToken('eml').text, `${text}x`, ''])
      await expect(find(other)).rejects.toMatchObject(expired)
  })

  test('a ticket that was moved to another account is rejected', async () => {
    const [victim, attacker] = [await person(), await person()]
    const text = await issue(attacker)
    await app.ctx.db
      .updateTable('mfa_tickets')
      .set({ user_id: victim.userId })
      .where('user_id', '=', attacker.userId)
      .execute()
    await expect(find(text)).rejects.toMatchObject({ name: 'TamperedRowError', table: 'mfa_tickets' })
  })

  test('an IP address that tries many invalid tickets has to wait', async () => {
    const text = await issue(await person())
    for (let count = 0; count < 60; count++)
      await expect(find(newToken('mfa').text)).rejects.toMatchObject(expired)
    await expect(find(text)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    expect((await find(text, '192.0.2.9')).methods).toEqual(['totp'])
  })

  test('an account without an authenticator app signs in without a ticket', async () => {
    const { email, password } = await person()
    expect((await app.as().call(login, { body: { email, password } })).token).toMatch(/^ses_/)
  })
})
