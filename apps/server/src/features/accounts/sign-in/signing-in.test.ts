import {
  changePassword,
  login,
  logout,
  readSession,
  readUserStatus,
} from '@envhold/contract/accounts/accounts.ts'
import { checksum } from '@envhold/integrity/base62.ts'
import { newToken } from '@envhold/integrity/token.ts'
import { beforeEach, expect, test } from 'vitest'
import { addPerson } from '../../../../../../dev/world/add-person.ts'
import { forEachEngine } from '../../../../../../dev/world/app-for-tests.ts'
import type { Person } from '../../../../../../dev/world/sign-up.ts'
import { withApp } from '../../../../../../dev/world/with-app.ts'
import { sweepSessions } from '../../sessions/sweep-sessions.ts'
import { findUser, userMac } from '../../users/user-store.ts'

const minute = 60_000
const day = 24 * 60 * minute

forEachEngine((engine) => {
  const app = withApp(engine)

  const person = () => addPerson(app, { masterPassword: null })
  const signIn = (email: string, password: string) => app.as().call(login, { body: { email, password } })
  const eventsOf = ({ userId }: Person) =>
    app.ctx.db
      .selectFrom('activity')
      .select(['event_type', 'severity', 'description', 'ip'])
      .where('user_id', '=', userId)
      .orderBy('sequence')
      .execute()
  /** Clears the rate limit on sign-ins from one IP address, which these tests do not cover. */
  beforeEach(() => app.ctx.db.deleteFrom('attempts').execute())

  test('signs in by e-mail address or username, in any spelling', async () => {
    const { email, username, password, userId } = await person()
    for (const name of [email, email.toUpperCase(), username, ` ${username.toUpperCase()} `]) {
      const { token, data } = await signIn(name, password)
      expect(data.user.id).toBe(userId)
      expect((await app.as({ token }).call(readSession, {})).user.id).toBe(userId)
    }
  })

  test('records sign-ins, failed ones too', async () => {
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

  test('responds the same to a wrong password, an unknown account and text that no database can store', async () => {
    const { email } = await person()
    const answers = await Promise.all(
      [email, 'nobody@example.com', 'nul\0', 'lone \ud800'].map((name) =>
        signIn(name, 'wrong').catch(({ code, message, status }) => ({ code, message, status })),
      ),
    )
    expect(answers[0]).toMatchObject({ code: 'INVALID_CREDENTIALS', status: 401 })
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  })

  test('a suspended account signs in, and is confined to what says so', async () => {
    const { email, password, userId } = await person()
    const user = await findUser(app.ctx, userId)
    if (!user) throw new Error('missing')
    const suspended = { ...user, status: 'SUSPENDED' as const, suspended_reason: 'Spam' }
    const mac = userMac.of(app.ctx.secrets, suspended)
    await app.ctx.db
      .updateTable('users')
      .set({ status: 'SUSPENDED', suspended_reason: 'Spam', mac })
      .where('id', '=', userId)
      .execute()
    await expect(signIn(email, 'wrong')).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' })
    const { token } = await signIn(email, password)
    const client = app.as({ token })
    await expect(client.call(readSession, {})).rejects.toMatchObject({ code: 'ACCOUNT_SUSPENDED' })
    expect(await client.call(readUserStatus, {})).toMatchObject({
      userStatus: 'SUSPENDED',
      suspendedReason: 'Spam',
    })
    await client.call(logout, {})
    await expect(client.call(readUserStatus, {})).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  })

  test('a session lasts 30 days from its last use, which is stored at most once an hour', async () => {
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

  test('a session ends 90 days after it started, however much it is used', async () => {
    const { email, password } = await person()
    const { token } = await signIn(email, password)
    const client = app.as({ token })
    for (let used = 0; used < 4; used++) {
      app.advance(20 * day)
      await client.call(readSession, {})
    }
    app.advance(10 * day - minute)
    await client.call(readSession, {})
    app.advance(minute)
    await expect(client.call(readSession, {})).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  })

  test('a session started or used under a wrong clock lasts no longer than others', async () => {
    const { email, password } = await person()
    const { token: used } = await signIn(email, password)
    app.advance(80 * day)
    const { token: started } = await signIn(email, password)
    const touch = { last_seen_at: app.ctx.clock(), expires_at: app.ctx.clock() + 300 * day }
    const id = used.split('_')[1] ?? ''
    await app.ctx.db.updateTable('sessions').set(touch).where('id', '=', id).execute()
    app.advance(-80 * day)
    await expect(app.as({ token: started }).call(readSession, {})).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    })
    await app.as({ token: used }).call(readSession, {})
    app.advance(31 * day)
    await expect(app.as({ token: used }).call(readSession, {})).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    })
  })

  test('an account has at most 50 sessions; one more ends the oldest', async () => {
    const { email, password, token } = await person()
    const tokens = [token]
    for (let round = 0; round < 10; round++) {
      app.advance(15 * minute)
      const signedIn = await Promise.all([1, 2, 3, 4, 5].map(() => signIn(email, password)))
      tokens.push(...signedIn.map((session) => session.token))
    }
    const answers = await Promise.all(
      tokens.map((token) =>
        app
          .as({ token: token })
          .call(readSession, {})
          .then(
            () => 'in',
            ({ code }) => code,
          ),
      ),
    )
    expect(answers).toEqual(['UNAUTHENTICATED', ...Array(50).fill('in')])
  })

  test('rejects tokens that are unknown, altered, of another kind or signed out', async () => {
    const { token } = await person()
    const other = newToken('ses').text
    // A well-formed token with a known id and a different secret.
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

  test('changing the password ends every other session and renews the own one', async () => {
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
    const { token: renewed } = await change(password, 'a better password')
    await expect(app.as({ token: other }).call(readSession, {})).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    })
    await expect(app.as({ token }).call(readSession, {})).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    await app.as({ token: renewed }).call(readSession, {})
    await expect(signIn(email, password)).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' })
    await signIn(email, 'a better password')
  })

  test('no session of the old password survives a concurrent password change', async () => {
    const { email, password, token } = await person()
    const [changed, ...signedIn] = await Promise.all([
      app.as({ token }).call(changePassword, {
        body: { currentPassword: password, newPassword: 'a better password' },
      }),
      ...Array.from({ length: 6 }, () => signIn(email, password).catch(() => undefined)),
    ])
    expect(changed.message).toBe('Password changed successfully!')
    for (const one of signedIn.filter((session) => session !== undefined))
      await expect(app.as({ token: one.token }).call(readSession, {})).rejects.toMatchObject({
        code: 'UNAUTHENTICATED',
      })
  })

  test('rejects a user or a session planted in the database', async () => {
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
