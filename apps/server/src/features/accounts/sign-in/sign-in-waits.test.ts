import { type Client, createClient } from '@envhold/client/client.ts'
import { changePassword, login } from '@envhold/contract/accounts/accounts.ts'
import { beforeEach, expect, test } from 'vitest'
import { addPerson } from '../../../../../../dev/world/add-person.ts'
import { anotherNode } from '../../../../../../dev/world/another-node.ts'
import { forEachEngine } from '../../../../../../dev/world/app-for-tests.ts'
import { activityOf } from '../../../../../../dev/world/events-of.ts'
import type { Person } from '../../../../../../dev/world/sign-up.ts'
import { withApp } from '../../../../../../dev/world/with-app.ts'

const minute = 60_000
const password = 'sign-in password'

interface Failure {
  readonly code: string
  readonly retryAfter: number
}

forEachEngine((engine) => {
  const app = withApp(engine, { TRUST_PROXY: '127.0.0.1' })
  beforeEach(async () => {
    await app.ctx.db.deleteFrom('attempts').execute()
    await app.ctx.db.deleteFrom('failure_waits').execute()
  })

  const at = (ip: string, url = app.url): Client =>
    createClient({ server: url, headers: () => ({ 'x-forwarded-for': ip }), timeoutMs: 120_000 })
  const person = () => addPerson(app, { masterPassword: null })
  const signIn = (client: Client, email: string, attempt = password, deviceToken?: string) =>
    client.call(login, { body: { email, password: attempt, ...(deviceToken && { deviceToken }) } })
  const outcome = async (call: Promise<unknown>): Promise<Failure> =>
    await call.then(
      () => ({ code: 'in', retryAfter: 0 }),
      ({ code, retryAfter = 0 }) => ({ code, retryAfter }),
    )
  /** The longest stored wait in seconds, and how many milliseconds of it are left. */
  const storedWait = async () => {
    const waits = app.ctx.db.selectFrom('failure_waits').select(['last_failure_at', 'blocked_until'])
    const row = await waits.orderBy('blocked_until', 'desc').executeTakeFirst()
    const { last_failure_at: failedAt = 0, blocked_until: until = 0 } = row ?? {}
    return { seconds: (until - failedAt) / 1_000, leftMs: Math.max(0, until - app.ctx.clock()) }
  }
  /** Fails `times` times and waits out each delay. @returns the waits in seconds */
  const failPatiently = async (client: Client, email: string, times: number, deviceToken?: string) => {
    const waits: number[] = []
    for (let n = 0; n < times; n++) {
      const { seconds, leftMs } = await storedWait()
      if (seconds > 0) waits.push(seconds)
      app.advance(leftMs)
      expect(await outcome(signIn(client, email, `wrong ${n}`, deviceToken))).toMatchObject({
        code: 'INVALID_CREDENTIALS',
      })
    }
    return waits
  }
  /** Overwrites the stored number of failures. */
  const haveFailed = (kind: string, failures: number) =>
    app.ctx.db.updateTable('failure_waits').set({ failures }).where('kind', '=', kind).execute()
  const strangersFailed = (failures: number) => haveFailed('sign-in-name', failures)

  test.each(['known', 'unknown'])(
    'after five failures each wait of one IP address is longer: %s account',
    async (kind) => {
      const email = kind === 'known' ? (await person()).email : 'no-one-at-all@example.com'
      expect(await failPatiently(at('192.0.2.1'), email, 9)).toEqual([1, 2, 4, 8])
      expect(await outcome(signIn(at('192.0.2.1'), email))).toMatchObject({ code: 'LOCKED_OUT' })
      const elsewhere = await outcome(signIn(at('192.0.2.2'), email))
      expect(elsewhere.code).toBe(kind === 'known' ? 'in' : 'INVALID_CREDENTIALS')
    },
  )

  test('the wait is at most a minute, and is forgotten after 15 minutes', async () => {
    const { email } = await person()
    const waits = await failPatiently(at('192.0.2.1'), email, 13)
    expect(waits.slice(-2)).toEqual([60, 60])
    app.advance(15 * minute)
    await app.ctx.db.deleteFrom('attempts').execute()
    expect((await failPatiently(at('192.0.2.1'), email, 4)).slice(1)).toEqual([])
  })

  test('of 20 parallel guesses, one is checked once the next has to wait', async () => {
    const { email } = await person()
    await failPatiently(at('192.0.2.1'), email, 1)
    await haveFailed('sign-in-address-name', 9)
    const guesses = await Promise.all(
      Array.from({ length: 20 }, (_, n) => outcome(signIn(at('192.0.2.1'), email, `wrong ${n}`))),
    )
    expect(guesses.map(({ code }) => code).toSorted()).toEqual([
      'INVALID_CREDENTIALS',
      ...Array(19).fill('LOCKED_OUT'),
    ])
  })

  test('a rejected guess writes nothing', async () => {
    const { email } = await person()
    await failPatiently(at('192.0.2.1'), email, 9)
    const rows = () =>
      Promise.all([
        app.ctx.db.selectFrom('failure_waits').selectAll().orderBy('kind').execute(),
        app.ctx.db.selectFrom('attempts').selectAll().orderBy('kind').execute(),
        activityOf(app),
      ])
    const before = await rows()
    expect(await outcome(signIn(at('192.0.2.1'), email))).toMatchObject({ code: 'LOCKED_OUT' })
    expect(await rows()).toEqual(before)
  })

  test('strangers from any IP address delay each other, up to an hour', async () => {
    const { email } = await person()
    await failPatiently(at('192.0.2.1'), email, 1)
    await strangersFailed(18)
    expect(await failPatiently(at('192.0.2.2'), email, 3)).toEqual([1])
    await strangersFailed(99)
    await failPatiently(at('192.0.2.4'), email, 1)
    expect((await storedWait()).seconds).toBe(3_600)
    const { code, retryAfter } = await outcome(signIn(at('192.0.2.5'), email))
    expect(code).toBe('LOCKED_OUT')
    expect(retryAfter).toBeGreaterThan(3_500)
  })

  test('a known device can sign in whatever strangers do', async () => {
    const { email, username } = await person()
    const home = at('192.0.2.1')
    const { deviceToken } = await signIn(home, email)
    await failPatiently(home, email, 9)
    await strangersFailed(200)
    expect(await outcome(signIn(home, email))).toMatchObject({ code: 'LOCKED_OUT' })
    expect(await outcome(signIn(home, email, password, deviceToken))).toMatchObject({ code: 'in' })
    expect(await outcome(signIn(home, username, password, deviceToken))).toMatchObject({ code: 'in' })
    await app.ctx.db.updateTable('attempts').set({ count: 30 }).where('kind', '=', 'sign-in-minute').execute()
    expect(await outcome(signIn(home, 'another@example.com'))).toMatchObject({ code: 'RATE_LIMITED' })
    expect(await outcome(signIn(home, email, password, deviceToken))).toMatchObject({ code: 'in' })
  })

  test('a device token exempts its own account only, and a forged one exempts none', async () => {
    const [mine, theirs] = [await person(), await person()]
    const { deviceToken } = await signIn(at('192.0.2.1'), mine.email)
    await failPatiently(at('192.0.2.1'), theirs.email, 9)
    const altered = deviceToken.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
    const laterId = deviceToken.replace(/^dev_(.)/, (_, first) => `dev_${first === '0' ? '1' : '0'}`)
    const tokens = [deviceToken, altered, laterId, 'dev_', 'x']
    const outcomes = await Promise.all(
      tokens.map((code) => outcome(signIn(at('192.0.2.1'), theirs.email, password, code))),
    )
    expect(outcomes.map(({ code }) => code)).toEqual(tokens.map(() => 'LOCKED_OUT'))
    await failPatiently(at('192.0.2.1'), mine.email, 9)
    expect(await outcome(signIn(at('192.0.2.1'), mine.email, password, altered))).toMatchObject({
      code: 'LOCKED_OUT',
    })
  })

  test('a known device waits for its own failures, and counts as unknown after 30', async () => {
    const { email } = await person()
    const { deviceToken } = await signIn(at('192.0.2.1'), email)
    expect(await failPatiently(at('192.0.2.1'), email, 7, deviceToken)).toEqual([1, 2])
    expect(await outcome(signIn(at('192.0.2.1'), email))).toMatchObject({ code: 'in' })
    await haveFailed('sign-in-device', 30)
    await failPatiently(at('192.0.2.2'), email, 9)
    expect(await outcome(signIn(at('192.0.2.2'), email, password, deviceToken))).toMatchObject({
      code: 'LOCKED_OUT',
    })
  })

  test('after 20 failures of strangers the account is mailed a link, once', async () => {
    const { email, userId } = await person()
    const links = () =>
      app.ctx.db
        .selectFrom('mailed_tokens')
        .select('id')
        .where('user_id', '=', userId)
        .where('kind', '=', 'reset-password')
        .execute()
    await failPatiently(at('192.0.2.1'), email, 1)
    await strangersFailed(18)
    await failPatiently(at('192.0.2.2'), email, 1)
    expect(await links()).toEqual([])
    await failPatiently(at('192.0.2.3'), email, 2)
    await expect.poll(links, { timeout: 10_000 }).toHaveLength(1)
  })

  test.each(['known', 'unknown'])(
    'after 100 failures a password alone does not sign in from an unknown device: %s account',
    async (kind) => {
      const email = kind === 'known' ? (await person()).email : 'no-one-at-all@example.com'
      const device = kind === 'known' ? (await signIn(at('192.0.2.9'), email)).deviceToken : undefined
      await failPatiently(at('192.0.2.1'), email, 1)
      await strangersFailed(99)
      app.advance(60 * minute)
      await failPatiently(at('192.0.2.2'), email, 1)
      app.advance(24 * 60 * minute)
      await app.ctx.db.deleteFrom('attempts').execute()
      expect(await outcome(signIn(at('192.0.2.3'), email))).toMatchObject({ code: 'LOCKED_OUT' })
      if (device)
        expect(await outcome(signIn(at('192.0.2.1'), email, password, device))).toMatchObject({ code: 'in' })
    },
  )

  test('changing the password ends the device tokens of other devices and renews the caller’s own', async () => {
    const someone = await person()
    const { email } = someone
    const [own, other] = [await signIn(at('192.0.2.1'), email), await signIn(at('192.0.2.2'), email)]
    const newPassword = 'a better password'
    const changed = await app.as({ token: own.token }).call(changePassword, {
      body: { currentPassword: password, newPassword, deviceToken: own.deviceToken },
    })
    await failPatiently(at('192.0.2.1'), email, 9)
    const tokens = [own.deviceToken, other.deviceToken, changed.deviceToken]
    const outcomes = await Promise.all(
      tokens.map((deviceToken) => outcome(signIn(at('192.0.2.1'), email, newPassword, deviceToken))),
    )
    expect(outcomes.map(({ code }) => code)).toEqual(['LOCKED_OUT', 'LOCKED_OUT', 'in'])
  })

  test('allows 30 sign-ins a minute from one IP address, on all nodes together', async () => {
    const node = engine === 'postgres' ? await anotherNode(app) : { url: app.url, stop: async () => {} }
    const guess = (url: string) => outcome(signIn(at('2001:db8::1', url), 'guess@example.com'))
    const codes = [(await guess(app.url)).code]
    const minute30 = app.ctx.db.updateTable('attempts').where('kind', '=', 'sign-in-minute')
    await minute30.set({ count: 29 }).execute()
    codes.push((await guess(node.url)).code, (await guess(app.url)).code, (await guess(node.url)).code)
    await node.stop()
    expect(codes).toEqual(['INVALID_CREDENTIALS', 'INVALID_CREDENTIALS', 'RATE_LIMITED', 'RATE_LIMITED'])
    expect(await outcome(signIn(at('2001:db8::2'), 'one-more@example.com'))).toMatchObject({
      code: 'RATE_LIMITED',
    })
    app.advance(minute)
    expect(await outcome(signIn(at('2001:db8::1'), 'one-more@example.com'))).toMatchObject({
      code: 'INVALID_CREDENTIALS',
    })
  })

  test('allows 300 sign-ins an hour from one IP address', async () => {
    await outcome(signIn(at('192.0.2.1'), 'guess@example.com'))
    await app.ctx.db.updateTable('attempts').set({ count: 300 }).where('kind', '=', 'sign-in-hour').execute()
    app.advance(2 * minute)
    const { code, retryAfter } = await outcome(signIn(at('192.0.2.1'), 'guess@example.com'))
    expect(code).toBe('RATE_LIMITED')
    expect(retryAfter).toBeGreaterThan(50 * 60)
  })

  test('records one in ten failures', async () => {
    const someone: Person = await person()
    await failPatiently(at('192.0.2.1'), someone.email, 12)
    const failed = (await activityOf(app)).filter(
      ({ user_id, event_type }) => user_id === someone.userId && event_type === 'login_failed',
    )
    expect(failed.map(({ description }) => description)).toEqual([
      `A sign-in failed for ${someone.username}`,
      `Signing in failed 11 times in a row for ${someone.username}`,
    ])
  })

  test('a wait stored by a clock that ran ahead delays nobody', async () => {
    const { email } = await person()
    app.advance(10 * 24 * 60 * minute)
    await failPatiently(at('192.0.2.1'), email, 12)
    await app.ctx.db.updateTable('attempts').set({ count: 300 }).execute()
    app.advance(-10 * 24 * 60 * minute)
    expect(await outcome(signIn(at('192.0.2.1'), email))).toMatchObject({ code: 'in' })
  })

  test('strangers cannot delay the owner’s password change', async () => {
    const someone = await person()
    await failPatiently(at('192.0.2.1'), someone.email, 5)
    await strangersFailed(200)
    const change = (currentPassword: string) =>
      outcome(someone.client.call(changePassword, { body: { currentPassword, newPassword: password } }))
    expect(await change(password)).toMatchObject({ code: 'in' })
    expect(await change('wrong')).toMatchObject({ code: 'INVALID_CREDENTIALS' })
    await haveFailed('own-password-session', 9)
    expect(await change('wrong')).toMatchObject({ code: 'INVALID_CREDENTIALS' })
    expect(await change(password)).toMatchObject({ code: 'LOCKED_OUT' })
  })

  test('allows 60 new sessions per account in 15 minutes', async () => {
    const { email, userId } = await person()
    await signIn(at('192.0.2.1'), email)
    const rate = app.ctx.db.updateTable('attempts').where('kind', '=', 'new-session')
    await rate.set({ count: 60 }).where('identity', '=', String(userId)).execute()
    expect(await outcome(signIn(at('192.0.2.1'), email))).toMatchObject({ code: 'RATE_LIMITED' })
    app.advance(15 * minute)
    expect(await outcome(signIn(at('192.0.2.1'), email))).toMatchObject({ code: 'in' })
  })
})
