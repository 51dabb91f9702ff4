import { createClient } from '@envhold/client/client.ts'
import { confirmPassword, listSessions } from '@envhold/contract/accounts/account-settings.ts'
import { login, logout, readSession } from '@envhold/contract/accounts/accounts.ts'
import { expect, test } from 'vitest'
import { addPerson } from '../../../../../dev/world/add-person.ts'
import { forEachEngine } from '../../../../../dev/world/app-for-tests.ts'
import { eventsDuring } from '../../../../../dev/world/events-of.ts'
import type { Person } from '../../../../../dev/world/sign-up.ts'
import { withApp } from '../../../../../dev/world/with-app.ts'
import { transact } from '../audit-log/tx.ts'
import { startSession } from './start-session.ts'
import { sweepSessions } from './sweep-sessions.ts'

const hour = 3_600_000
const day = 24 * hour
const origin = { requestId: 'test', ip: '192.0.2.7', userAgent: 'x'.repeat(1_000) }
const idOf = (token: string) => token.split('_')[1] ?? ''

forEachEngine((engine) => {
  const app = withApp(engine)
  const person = () => addPerson(app, { masterPassword: null })
  const row = (token: string) =>
    app.ctx.db.selectFrom('sessions').selectAll().where('id', '=', idOf(token)).executeTakeFirstOrThrow()
  const isIn = (token: string) => app.as({ token }).call(readSession, {})
  const isOut = (token: string) => expect(isIn(token)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  const change = (token: string, set: Record<string, unknown>) =>
    app.ctx.db.updateTable('sessions').set(set).where('id', '=', idOf(token)).execute()
  const userIdOf = async ({ token }: Person) => (await row(token)).user_id

  test('a session ends 30 days after its last use, and use within them keeps it', async () => {
    const { token } = await person()
    for (let times = 0; times < 2; times++) {
      app.advance(29 * day)
      await isIn(token)
    }
    app.advance(30 * day)
    await isOut(token)
  })

  test('a session ends 90 days after it began, however often it is used', async () => {
    const { token } = await person()
    for (let times = 0; times < 4; times++) {
      app.advance(22 * day)
      await isIn(token)
    }
    const { created_at, expires_at } = await row(token)
    expect(expires_at - created_at).toBe(90 * day)
    app.advance(2 * day)
    await isOut(token)
    // An end that somebody wrote into the row does not help: the beginning has a MAC.
    await change(token, { expires_at: app.ctx.clock() + day })
    await isOut(token)
  })

  test('use within an hour writes nothing, and later use does', async () => {
    const { token } = await person()
    const { last_seen_at } = await row(token)
    app.advance(59 * 60_000)
    await isIn(token)
    expect((await row(token)).last_seen_at).toBe(last_seen_at)
    app.advance(60_000)
    await isIn(token)
    expect((await row(token)).last_seen_at).toBeGreaterThanOrEqual(last_seen_at + hour)
  })

  test('a session from a clock that ran far ahead is not accepted', async () => {
    const { token } = await person()
    app.advance(-2 * hour)
    try {
      await isOut(token)
    } finally {
      app.advance(2 * hour)
    }
    await isIn(token)
  })

  test('a wrong secret opens no session, and neither does one of another session', async () => {
    const [one, other] = [await person(), await person()]
    const [kind, id] = one.token.split('_')
    await isOut(`${kind}_${id}_${other.token.split('_')[2]}`)
    await isIn(one.token)
  })

  test.each([['user_id'], ['created_at']] as const)(
    'a row whose %s was changed opens nothing',
    async (column) => {
      const [one, other] = [await person(), await person()]
      const value = column === 'user_id' ? await userIdOf(other) : (await row(one.token)).created_at + 1
      await change(one.token, { [column]: value })
      await expect(isIn(one.token)).rejects.toThrow()
      await isIn(other.token)
    },
  )

  test('the 51st session ends the oldest, and a user agent is cut', async () => {
    const first = await person()
    const userId = await userIdOf(first)
    const begin = () => {
      app.advance(1)
      return transact(app.ctx, { userId, origin }, (tx) =>
        startSession(tx, { userId, method: 'password' }, origin),
      )
    }
    const second = await begin()
    for (let count = 2; count < 50; count++) await begin()
    await isIn(first.token)
    const newest = await begin()
    await isOut(first.token)
    await isIn(second)
    expect((await row(newest)).user_agent).toBe('x'.repeat(300))
    const { sessions } = await app.as({ token: newest }).call(listSessions, {})
    expect(sessions).toHaveLength(50)
  })

  test('a confirmed session goes on under a new token, and ends when the old one would have', async () => {
    const owner = await person()
    const former = owner.token
    const before = await row(former)
    app.advance(10 * day)
    const { token } = await owner.client.call(confirmPassword, { body: { password: owner.password } })
    await isOut(former)
    await isIn(token)
    const { id, auth_hash, mac, verified_at, verified_by, last_seen_at, expires_at, ...kept } =
      await row(token)
    expect(kept).toMatchObject({ user_id: before.user_id, created_at: before.created_at })
    expect(id).not.toBe(before.id)
    expect(auth_hash).not.toEqual(before.auth_hash)
    expect(mac).not.toEqual(before.mac)
    expect(verified_by).toBe('password')
    expect(verified_at).toBeGreaterThanOrEqual(before.created_at + 10 * day)
    app.advance(80 * day)
    await isOut(token)
  })

  test('signing out ends this session alone', async () => {
    const owner = await person()
    const { email, password } = owner
    const browser = createClient({ server: app.url, headers: () => ({ 'user-agent': 'node' }) })
    const { token } = await browser.call(login, { body: { email, password } })
    const events = await eventsDuring(app, () => app.as({ token }).call(logout, {}))
    expect(events).toEqual(['logout'])
    await isOut(token)
    await isIn(owner.token)
  })

  test('the sweep deletes what has ended, and nothing else', async () => {
    const [ended, open] = [await person(), await person()]
    await change(ended.token, { expires_at: app.ctx.clock() })
    expect(await sweepSessions(app.ctx)).toBeGreaterThan(0)
    const left = await app.ctx.db.selectFrom('sessions').select('id').execute()
    const ids = left.map(({ id }) => id)
    expect(ids).toContain(idOf(open.token))
    expect(ids).not.toContain(idOf(ended.token))
    await isIn(open.token)
  })
})
