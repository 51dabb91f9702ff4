import { login, readSession, readUserStatus, register } from '@envhold/contract/accounts/accounts.ts'
import { readSubscriptionStatus } from '@envhold/contract/billing/subscription-status.ts'
import { describe, expect, test } from 'vitest'
import { appForTests, forEachEngine } from '../../../../../../dev/world/app-for-tests.ts'
import { withApp } from '../../../../../../dev/world/with-app.ts'

const password = 'correct horse'

forEachEngine((engine) => {
  const app = withApp(engine)

  const made = (email: string, more: { username?: string } = {}) =>
    app.as().call(register, { body: { email, password, ...more } })

  test('of the first accounts registered at the same time, one becomes the operator', async () => {
    const names = ['left', 'right', 'middle', 'front', 'back', 'top']
    const all = await Promise.all(names.map((name) => made(`${name}@example.com`)))
    const roles = await Promise.all(
      all.map(async ({ token }) => {
        const { user } = await app.as({ token }).call(readUserStatus, {})
        return user.roles.map(({ name }) => name)
      }),
    )
    expect(roles.flat().sort()).toEqual(['SUPER_ADMIN', ...Array(5).fill('USER')])
    const later = await made('later@example.com')
    const status = await app.as({ token: later.token }).call(readUserStatus, {})
    expect(status).toMatchObject({ userStatus: 'ACTIVE', suspendedReason: null })
    expect(status.user.roles).toMatchObject([{ name: 'USER', display_name: 'User' }])
  })

  test('registering signs the user in', async () => {
    const { token, username, data } = await made('Grace.Hopper@example.com')
    expect(token).toMatch(/^ses_/)
    expect(data).toMatchObject({ token, username, user: { username: 'Grace.Hopper' } })
    const { user } = await app.as({ token }).call(readSession, {})
    expect(user).toEqual(data.user)
    expect(user).toMatchObject({ email: 'Grace.Hopper@example.com', firstName: null, lastName: null })
  })

  test('derives unique usernames from the e-mail address, also at the same time', async () => {
    const all = await Promise.all(['a', 'b', 'c', 'd'].map((host) => made(`same@${host}.example.com`)))
    const names = all.map(({ username }) => username)
    expect(new Set(names).size).toBe(4)
    expect(names).toContain('same')
    for (const name of names) expect(name).toMatch(/^same\d*$/)
  })

  test('an address with a host in any letters is one account, however it is spelled', async () => {
    const { data } = await made('grete@bücher.example')
    expect(data.user.email).toBe('grete@xn--bcher-kva.example')
    for (const email of [
      'Grete@BÜCHER.example',
      'grete@bu\u0308cher.example',
      'grete@xn--bcher-kva.example',
    ]) {
      await expect(made(email)).rejects.toMatchObject({ code: 'CONFLICT', details: [{ path: 'email' }] })
      const { username } = await app.as().call(login, { body: { email, password } })
      expect(username).toBe(data.username)
    }
  })

  test('names the field that is taken, in any spelling', async () => {
    await made('taken@example.com', { username: 'Zoë' })
    await expect(made('TAKEN@Example.com')).rejects.toMatchObject({
      code: 'CONFLICT',
      status: 409,
      message: 'An account with this e-mail address already exists. Sign in, or reset its password.',
      details: [{ path: 'email' }],
    })
    await expect(made('another@example.com', { username: 'ZOE\u0308' })).rejects.toMatchObject({
      code: 'CONFLICT',
      details: [{ path: 'username' }],
    })
    await expect(made('taken@example.com', { username: 'zoë' })).rejects.toMatchObject({
      details: [{ path: 'email' }, { path: 'username' }],
    })
  })

  test('of several registrations for one username at the same time, one succeeds', async () => {
    const all = await Promise.allSettled(
      [1, 2, 3].map((n) => made(`wants-it-${n}@example.com`, { username: 'it' })),
    )
    const refused = all.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
    expect(refused).toHaveLength(2)
    for (const reason of refused)
      expect(reason).toMatchObject({ code: 'CONFLICT', details: [{ path: 'username' }] })
  })

  test('rejects a username whose stored form is too long', async () => {
    await expect(made('long@example.com', { username: '\uFB2C'.repeat(34) })).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      details: [{ path: 'username', message: 'Must be at most 100 characters' }],
    })
    const { username } = await made('long@example.com', { username: '\uFB2C'.repeat(33) })
    expect(username).toHaveLength(99)
  })

  test('rejects a username that looks like an e-mail address', async () => {
    await expect(made('sly@example.com', { username: 'left@example.com' })).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      details: [{ path: 'username' }],
    })
  })

  test('rejects a username that looks like another one', async () => {
    for (const username of [
      'al\u200bice',
      'al\u200dice',
      'Alice\u00ad',
      'alice\ufe0f',
      '\uff41lice',
      '\u2460lice',
    ])
      await expect(made('sly@example.com', { username }), username).rejects.toMatchObject({
        code: 'VALIDATION_FAILED',
        details: [{ path: 'username' }],
      })
    const { username } = await made('open@example.com', { username: 'Ünïcode 👩‍👩‍👧 ❤️' })
    expect(username).toBe('Ünïcode 👩‍👩‍👧 ❤️')
  })

  test('limits registrations per IP address', async () => {
    const crowded = await appForTests(engine)
    try {
      const body = { email: 'one@example.com', password }
      await crowded.as().call(register, { body })
      const refused = []
      for (let i = 0; i < 100; i++)
        refused.push(
          await crowded
            .as()
            .call(register, { body })
            .catch((error) => error.code),
        )
      expect(new Set(refused.slice(0, 99))).toEqual(new Set(['CONFLICT']))
      expect(refused.at(-1)).toBe('RATE_LIMITED')
      crowded.advance(15 * 60_000)
      await crowded.as().call(register, { body: { ...body, email: 'two@example.com' } })
    } finally {
      await crowded.stop()
    }
  })

  test('limits the accounts that a network creates in a day', async () => {
    const crowded = await appForTests(engine)
    try {
      const create = (name: string) =>
        crowded.as().call(register, { body: { email: `${name}@example.com`, password } })
      const window_start = crowded.ctx.clock()
      await crowded.ctx.db
        .insertInto('attempts')
        .values({ kind: 'register-day', identity: '127.0.0.1', window_start, count: 199 })
        .execute()
      await create('last')
      await expect(create('next')).rejects.toMatchObject({ code: 'RATE_LIMITED' })
      crowded.advance(23 * 60 * 60_000)
      await expect(create('next')).rejects.toMatchObject({ code: 'RATE_LIMITED' })
      crowded.advance(60 * 60_000)
      await create('next')
    } finally {
      await crowded.stop()
    }
  })

  test('the operator has no limits, other accounts have those of their plan', async () => {
    const { email } = await app.ctx.db
      .selectFrom('users')
      .select('email')
      .where('role', '=', 'SUPER_ADMIN')
      .executeTakeFirstOrThrow()
    const operator = await app.as().call(login, { body: { email, password } })
    const first = await app.as({ token: operator.token }).call(readSubscriptionStatus, {})
    const other = await app.as().call(login, { body: { email: 'later@example.com', password } })
    const second = await app.as({ token: other.token }).call(readSubscriptionStatus, {})
    const none = { current: 0, max: -1, remaining: -1, unlimited: true, atLimit: false, nearLimit: false }
    const some = { ...none, max: 1, remaining: 1, unlimited: false }
    expect([first, second].map(({ limitStatus }) => limitStatus.projects)).toEqual([none, some])
    for (const status of [first, second])
      expect(status).toMatchObject({
        subscription: { planName: 'free' },
        needsUpgrade: false,
        upgradeSuggestions: [],
      })
  })
})

describe('a server with closed registration', () => {
  test.each([
    ['closed', /no new accounts/],
    ['invited', /invitation/],
  ])('%s', async (setting, message) => {
    const app = await appForTests('sqlite', { SIGN_UPS: setting })
    const body = { email: 'somebody@example.com', password }
    const refused = app.as().call(register, { body })
    await expect(refused).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: expect.stringMatching(message),
    })
    await app.stop()
  })
})
