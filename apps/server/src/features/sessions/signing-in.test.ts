import { changePassword, login, logout, readSession, readUserStatus } from '@envhold/contract/accounts.ts'
import { checksum } from '@envhold/vault/checksum.ts'
import { newToken } from '@envhold/vault/token.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appForTests, forEachEngine, type TestApp } from '../../../../../dev/world/app-for-tests.ts'
import { type Person, signUp } from '../../../../../dev/world/sign-up.ts'
import { findUser, userSeal } from '../accounts/user-store.ts'
import { sweepSessions } from './sweep-sessions.ts'

const minute = 60_000
const day = 24 * 60 * minute

forEachEngine((engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await appForTests(engine)
  })
  afterAll(() => app.stop())

  const person = () => signUp(app.url, { masterPassword: null })
  const signIn = (email: string, password: string) => app.as().call(login, { body: { email, password } })
  const wrong = (email: string, n: number) =>
    Promise.all(Array.from({ length: n }, (_, i) => signIn(email, `wrong ${i}`).catch((error) => error)))
  const codes = (errors: { code: string }[]) =>
    Object.fromEntries([...Map.groupBy(errors, ({ code }) => code)].map(([code, all]) => [code, all.length]))
  const eventsOf = ({ userId }: Person) =>
    app.ctx.db
      .selectFrom('activity')
      .select(['event_type', 'severity', 'description', 'ip'])
      .where('user_id', '=', userId)
      .orderBy('sequence')
      .execute()
  const forgetAddress = () =>
    app.ctx.db.deleteFrom('attempts').where('kind', '=', 'sign-in-address').execute()

  test('signs in by e-mail address or username, in any spelling', async () => {
    const { email, username, password, userId } = await person()
    for (const name of [email, email.toUpperCase(), username, ` ${username.toUpperCase()} `]) {
      const { token, data } = await signIn(name, password)
      expect(data.user.id).toBe(userId)
      expect((await app.as({ token }).call(readSession, {})).user.id).toBe(userId)
    }
  })

  test('puts sign-ins on the record, failed ones too', async () => {
    const someone = await person()
    await signIn(someone.email, 'wrong').catch(() => {})
    const { token } = await signIn(someone.email, someone.password)
    await app.as({ token }).call(logout, {})
    const events = await eventsOf(someone)
    expect(events.map(({ event_type }) => event_type)).toEqual([
      'account_created',
      'login_failed',
      'login',
      'logout',
    ])
    expect(events[1]).toMatchObject({ severity: 'medium', ip: '127.0.0.1' })
  })

  test('answers the same for a wrong password, an unknown account and what no database stores', async () => {
    const { email } = await person()
    const answers = await Promise.all(
      [email, 'nobody@example.com', 'nul\0', 'lone \ud800'].map((name) =>
        signIn(name, 'wrong').catch(({ code, message, status }) => ({ code, message, status })),
      ),
    )
    expect(answers[0]).toMatchObject({ code: 'INVALID_CREDENTIALS', status: 401 })
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  })

  test('of 20 parallel wrong passwords exactly 10 are looked at; the lock lasts 15 minutes', async () => {
    await forgetAddress()
    const { email, username, password } = await person()
    expect(codes(await wrong(email, 20))).toEqual({ INVALID_CREDENTIALS: 10, LOCKED_OUT: 10 })
    const locked = await signIn(username, password).catch((error) => error)
    expect(locked).toMatchObject({ code: 'LOCKED_OUT', status: 429 })
    expect(locked.retryAfter).toBeGreaterThan(14 * 60)
    expect(locked.retryAfter).toBeLessThanOrEqual(15 * 60)
    app.advance(14 * minute)
    await expect(signIn(email, password)).rejects.toMatchObject({ code: 'LOCKED_OUT' })
    app.advance(minute)
    await signIn(email, password)
  })

  test('an unknown account locks likewise', async () => {
    await forgetAddress()
    expect(codes(await wrong('no-one-at-all@example.com', 12))).toEqual({
      INVALID_CREDENTIALS: 10,
      LOCKED_OUT: 2,
    })
  })

  test('the lock counts from the wrong password that started it, and is on the record once', async () => {
    await forgetAddress()
    const someone = await person()
    await wrong(someone.email, 9)
    app.advance(14 * minute)
    await wrong(someone.email, 4)
    app.advance(14 * minute)
    await expect(signIn(someone.email, someone.password)).rejects.toMatchObject({ code: 'LOCKED_OUT' })
    const events = await eventsOf(someone)
    expect(events.filter(({ severity }) => severity === 'high')).toHaveLength(1)
  })

  test('the right password clears the count; a quarter of an hour does too', async () => {
    await forgetAddress()
    const { email, password } = await person()
    await wrong(email, 9)
    await signIn(email, password)
    await wrong(email, 9)
    app.advance(15 * minute)
    await wrong(email, 9)
    await signIn(email, password)
  })

  test('60 wrong ones from one address lock the address, right ones do not count', async () => {
    await forgetAddress()
    const { email, password } = await person()
    await signIn(email, password)
    for (let i = 0; i < 6; i++) {
      const names = Array.from({ length: 10 }, (_, n) => `guess-${i}-${n}@example.com`)
      const all = await Promise.all(names.map((name) => signIn(name, 'wrong').catch((error) => error)))
      expect(codes(all)).toEqual({ INVALID_CREDENTIALS: 10 })
    }
    await expect(signIn(email, password)).rejects.toMatchObject({ code: 'LOCKED_OUT' })
    app.advance(15 * minute)
    await signIn(email, password)
  })

  test('a suspended account hears so after the right password only, and its sessions stop', async () => {
    const { email, password, token, userId } = await person()
    const user = await findUser(app.ctx, app.ctx.db, userId)
    if (!user) throw new Error('missing')
    const suspended = { ...user, status: 'SUSPENDED' as const, suspended_reason: 'Spam' }
    const mac = userSeal.of(app.ctx.secrets, suspended)
    await app.ctx.db
      .updateTable('users')
      .set({ status: 'SUSPENDED', suspended_reason: 'Spam', mac })
      .where('id', '=', userId)
      .execute()
    await expect(signIn(email, 'wrong')).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' })
    await expect(signIn(email, password)).rejects.toMatchObject({ code: 'ACCOUNT_SUSPENDED' })
    const client = app.as({ token })
    await expect(client.call(readSession, {})).rejects.toMatchObject({ code: 'ACCOUNT_SUSPENDED' })
    expect(await client.call(readUserStatus, {})).toMatchObject({
      userStatus: 'SUSPENDED',
      suspendedReason: 'Spam',
    })
    await client.call(logout, {})
    await expect(client.call(readUserStatus, {})).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  })

  test('a session lasts 30 days from its last use, noted at most once an hour', async () => {
    const { email, password } = await person()
    const { token } = await signIn(email, password)
    const client = app.as({ token })
    const id = token.split('_')[1] ?? ''
    const seen = () =>
      app.ctx.db
        .selectFrom('sessions')
        .select(['last_seen_at', 'expires_at'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    const before = await seen()
    app.advance(59 * minute)
    await client.call(readSession, {})
    expect(await seen()).toEqual(before)
    app.advance(minute)
    await client.call(readSession, {})
    const after = await seen()
    expect(after.last_seen_at - before.last_seen_at).toBeGreaterThanOrEqual(60 * minute)
    expect(after.expires_at - after.last_seen_at).toBe(30 * day)
    app.advance(29 * day)
    await client.call(readSession, {})
    app.advance(30 * day)
    await expect(client.call(readSession, {})).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
      status: 401,
    })
    expect(await sweepSessions(app.ctx)).toBeGreaterThan(0)
    await expect(seen()).rejects.toThrow()
  })

  test('refuses tokens that are unknown, altered, of another kind or signed out', async () => {
    const { token } = await person()
    const other = newToken('ses').text
    // A well-formed token with a known id and another secret.
    const known = token.slice(4, 17)
    const body = `ses_${known}_${other.slice(18, 61)}`
    const forged = body + checksum(body)
    for (const bad of [other, forged, `${token.slice(0, -1)}!`, newToken('pak').text, 'ses_', 'x'])
      await expect(app.as({ token: bad }).call(readSession, {})).rejects.toMatchObject({
        code: 'UNAUTHENTICATED',
      })
    await expect(app.as().call(readSession, {})).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    await app.as({ token }).call(logout, {})
    await expect(app.as({ token }).call(readSession, {})).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  })

  test('a new password ends every other session', async () => {
    const { email, password, token } = await person()
    const { token: other } = await signIn(email, password)
    const change = (currentPassword: string, newPassword: string) =>
      app.as({ token }).call(changePassword, { body: { currentPassword, newPassword } })
    await expect(change('wrong', 'a better password')).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' })
    await expect(change(password, 'short')).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      details: [{ path: 'newPassword', message: 'Password must be at least 8 characters' }],
    })
    await app.as({ token: other }).call(readSession, {})
    await change(password, 'a better password')
    await expect(app.as({ token: other }).call(readSession, {})).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    })
    await app.as({ token }).call(readSession, {})
    await expect(signIn(email, password)).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' })
    await signIn(email, 'a better password')
  })

  test('no session of the old password survives a change that is under way', async () => {
    const { email, password, token } = await person()
    const [changed, ...signedIn] = await Promise.all([
      app.as({ token }).call(changePassword, {
        body: { currentPassword: password, newPassword: 'a better password' },
      }),
      ...Array.from({ length: 6 }, () => signIn(email, password).catch(() => undefined)),
    ])
    expect(changed.message).toBe('Password changed successfully!')
    for (const one of signedIn.filter((given) => given !== undefined))
      await expect(app.as({ token: one.token }).call(readSession, {})).rejects.toMatchObject({
        code: 'UNAUTHENTICATED',
      })
  })

  test('refuses a user or a session that somebody wrote into the database', async () => {
    const { email, password, token, userId } = await person()
    const { token: mine } = await person()
    const id = token.split('_')[1] ?? ''
    const attacker = mine.split('_')[1] ?? ''
    await app.ctx.db.updateTable('sessions').set({ user_id: userId }).where('id', '=', attacker).execute()
    await expect(app.as({ token: mine }).call(readSession, {})).rejects.toMatchObject({ code: 'INTERNAL' })
    await app.as({ token }).call(readSession, {})
    await app.ctx.db.updateTable('users').set({ role: 'SUPER_ADMIN' }).where('id', '=', userId).execute()
    await expect(app.as({ token }).call(readSession, {})).rejects.toMatchObject({ code: 'INTERNAL' })
    await expect(signIn(email, password)).rejects.toMatchObject({ code: 'INTERNAL' })
    expect(app.logged()).not.toContain(id)
  })
})
