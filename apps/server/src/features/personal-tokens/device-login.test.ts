// A login of the command line: by whom it can be answered, how long, and what an attacker with the database gets.

import { readSession } from '@envhold/contract/accounts/accounts.ts'
import { personalTokenPermissions } from '@envhold/contract/permissions.ts'
import {
  approveDeviceLogin,
  denyDeviceLogin,
  openDeviceLogin,
  pollDeviceLogin,
  startDeviceLogin,
} from '@envhold/contract/personal-tokens/device-login.ts'
import { listPersonalTokens, revokePersonalToken } from '@envhold/contract/personal-tokens/personal-tokens.ts'
import { readVariables } from '@envhold/contract/variables/variables.ts'
import { newToken } from '@envhold/integrity/token.ts'
import { beforeEach, expect, test } from 'vitest'
import { addPerson } from '../../../../../dev/world/add-person.ts'
import { forEachEngine } from '../../../../../dev/world/app-for-tests.ts'
import { dumpTables } from '../../../../../dev/world/dump-database.ts'
import { activityOf } from '../../../../../dev/world/events-of.ts'
import { mailsOf } from '../../../../../dev/world/mails.ts'
import { seedEnvironment } from '../../../../../dev/world/seed-project.ts'
import type { Person } from '../../../../../dev/world/sign-up.ts'
import { withApp } from '../../../../../dev/world/with-app.ts'
import { withPerson } from '../../../../../dev/world/with-person.ts'
import type { Call } from '../../http/route.ts'
import { startDeviceLogin as begin } from './device-login.ts'
import { sweepDeviceLogins } from './sweep-device-logins.ts'

const minute = 60_000
const expired = { status: 'expired_token', interval: 5, token: null }

forEachEngine((engine) => {
  const app = withApp(engine)
  const owner = withPerson(app)
  const other = withPerson(app)
  beforeEach(() => app.ctx.db.deleteFrom('attempts').execute())

  const start = () =>
    app.as().call(startDeviceLogin, { body: { device_name: 'ada’s laptop', client: 'envhold 1.0 on Linux' } })
  const startFrom = async (ip: string) => {
    const { json } = await begin.routeIn(app.ctx).handle({
      body: { device_name: 'laptop', client: 'envhold 1.0 on Linux' },
      origin: { requestId: 'test', ip, userAgent: 'test' },
    } as unknown as Call)
    return startDeviceLogin.output.parse(json)
  }
  const open = (user_code: string, by: Pick<Person, 'client'> = owner) =>
    by.client.call(openDeviceLogin, { body: { user_code } })
  const tagOf = ({ verification_uri_complete: link }: { verification_uri_complete: string }) =>
    new URL(link).searchParams.get('tag') ?? ''
  const openLink = (user_code: string, tag: string, by: Pick<Person, 'client'> = owner) =>
    by.client.call(openDeviceLogin, { body: { user_code, tag } })
  const approve = (review: string, by: Pick<Person, 'client'> = owner) =>
    by.client.call(approveDeviceLogin, { body: { review } })
  const deny = (review: string, by: Pick<Person, 'client'> = owner) =>
    by.client.call(denyDeviceLogin, { body: { review } })
  /** After as long as a device has to wait. */
  const poll = async (device_code: string, waitMs = 5_000) => {
    app.advance(waitMs)
    return await app.as().call(pollDeviceLogin, { body: { device_code } })
  }
  const tokensOf = async (by: Person) => (await by.client.call(listPersonalTokens, {})).tokens
  const mailsAbout = async ({ email }: Person) =>
    (await mailsOf(app)).filter(({ to, template }) => to === email && template === 'personal-token-created')
  const notFound = { code: 'NOT_FOUND' }

  test('gives the device a token that its user approved, once', async () => {
    const { id } = await seedEnvironment(owner, { A: '1' })
    const login = await start()
    expect(login).toMatchObject({
      device_code: expect.stringMatching(/^dvc_/),
      user_code: expect.stringMatching(/^[B-Z]{4}-[B-Z]{4}$/),
      verification_uri: `${app.ctx.config.publicUrl}/cli-auth`,
      verification_uri_complete: `${app.ctx.config.publicUrl}/cli-auth?code=${login.user_code}&tag=${tagOf(login)}`,
      expires_in: 600,
      interval: 5,
    })
    const pending = { status: 'authorization_pending', interval: 5, token: null }
    expect(await poll(login.device_code)).toEqual(pending)
    const opened = await open(` ${login.user_code.toLowerCase().replace('-', '')} `)
    expect(opened.login).toMatchObject({
      device_name: 'ada’s laptop',
      client: 'envhold 1.0 on Linux',
      ip_address: '127.0.0.1',
      same_ip_address: true,
    })
    expect(await poll(login.device_code)).toEqual(pending)
    const approved = await approve(opened.review)
    expect(approved).toMatchObject({ success: true, token_name: 'CLI on ada’s laptop' })

    const answer = await poll(login.device_code)
    expect(answer).toMatchObject({ status: 'approved', token: expect.stringMatching(/^ppt_/) })
    expect(await poll(login.device_code)).toEqual(expired)
    const token = answer.token ?? ''
    const device = app.as({ token })
    expect((await device.call(readSession, {})).user.id).toBe(owner.userId)
    expect((await device.call(readVariables, { params: { id } })).variables).toEqual({ A: '1' })
    expect((await tokensOf(owner))[0]).toMatchObject({
      id: approved.id,
      token_name: 'CLI on ada’s laptop',
      expires_at: null,
      permissions: [...personalTokenPermissions],
    })
    const created = (await activityOf(app)).filter((entry) => entry.event_type === 'personal_token_created')
    expect(created.at(-1)).toMatchObject({
      user_id: owner.userId,
      description: 'Created the personal token "CLI on ada’s laptop" by device code',
    })
    const [mail] = await mailsAbout(owner)
    expect(mail?.subject).toBe('A command line was logged in to your account')
    expect(mail?.text).toMatch(/Command line: envhold 1\.0 on Linux from 127\.0\.0\.1/)
    expect(mail?.text).toContain(`${app.ctx.config.publicUrl}/account/tokens`)
    for (const secret of [token, login.device_code, login.user_code, opened.review]) {
      expect(app.logged()).not.toContain(secret)
      expect(mail?.text).not.toContain(secret)
    }
  })

  test('is opened by the device code alone: the database reveals neither code nor token', async () => {
    const login = await start()
    const { review } = await open(login.user_code)
    await approve(review)
    const dump = JSON.stringify(await dumpTables(app), (_, value) =>
      value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
    )
    const { token } = await poll(login.device_code)
    const secretOf = (text: string | null) => text?.split('_')[2]?.slice(0, 43) ?? 'none'
    for (const secret of [
      secretOf(token),
      secretOf(login.device_code),
      login.user_code,
      login.user_code.replace('-', ''),
      review,
    ])
      expect(dump).not.toContain(secret)
  })

  test('tells a device that polls too often to wait five seconds longer', async () => {
    const { device_code } = await start()
    expect(await poll(device_code)).toMatchObject({ status: 'authorization_pending', interval: 5 })
    expect(await poll(device_code, 1_000)).toMatchObject({ status: 'slow_down', interval: 10 })
    expect(await poll(device_code, 5_000)).toMatchObject({ status: 'slow_down', interval: 15 })
    expect(await poll(device_code, 15_000)).toMatchObject({ status: 'authorization_pending', interval: 15 })
    for (let tries = 0; tries < 12; tries++) await poll(device_code, 0)
    expect(await poll(device_code, 0)).toMatchObject({ status: 'slow_down', interval: 60 })
    expect(await poll(device_code, 60_000)).toMatchObject({ status: 'authorization_pending' })
  })

  test('tells a device that it was denied', async () => {
    const login = await start()
    const { review } = await open(login.user_code)
    expect(await deny(review)).toEqual({ message: 'The login was denied.' })
    expect(await poll(login.device_code)).toMatchObject({ status: 'access_denied', token: null })
    for (const again of [() => approve(review), () => deny(review), () => open(login.user_code)])
      await expect(again()).rejects.toMatchObject(notFound)
  })

  test('expires after ten minutes, before and after it was approved', async () => {
    const [waiting, opened, approved] = [await start(), await start(), await start()]
    const { review } = await open(opened.user_code)
    await approve((await open(approved.user_code)).review)
    app.advance(10 * minute)
    for (const { device_code } of [waiting, opened, approved])
      expect(await poll(device_code)).toEqual(expired)
    await expect(open(waiting.user_code)).rejects.toMatchObject(notFound)
    await expect(approve(review)).rejects.toMatchObject(notFound)
    await expect(deny(review)).rejects.toMatchObject(notFound)
  })

  test.each([
    ['unknown', () => newToken('dvc').text],
    ['of another kind', () => newToken('ppt').text],
    ['no token', () => 'WDJB-MJHT'],
  ])('a device code that is %s gets no other answer than an expired one', async (_, code) => {
    expect(await poll(code())).toEqual(expired)
  })

  test('a device code with the wrong secret gets nothing', async () => {
    const login = await start()
    await approve((await open(login.user_code)).review)
    const [prefix, id] = login.device_code.split('_')
    const [, , rest] = newToken('dvc').text.split('_')
    expect(await poll(`${prefix}_${id}_${rest}`)).toEqual(expired)
    expect(await poll(login.device_code)).toMatchObject({ status: 'approved' })
  })

  test('can only be answered by the page that opened it last', async () => {
    const login = await start()
    const first = await open(login.user_code)
    await expect(approve(first.review, other)).rejects.toMatchObject(notFound)
    await expect(deny(first.review, other)).rejects.toMatchObject(notFound)
    await expect(approve('A'.repeat(43))).rejects.toMatchObject(notFound)
    const second = await open(login.user_code, other)
    await expect(approve(first.review)).rejects.toMatchObject(notFound)
    await expect(approve(second.review)).rejects.toMatchObject(notFound)
    await approve(second.review, other)
    await expect(approve(second.review, other)).rejects.toMatchObject(notFound)
    await expect(open(login.user_code)).rejects.toMatchObject(notFound)
    const { token } = await poll(login.device_code)
    const { user } = await app.as({ token: token ?? '' }).call(readSession, {})
    expect(user.id).toBe(other.userId)
  })

  test('approving requires a proof of identity and the vault, and what is rejected decides nothing', async () => {
    const someone = await addPerson(app)
    app.advance(11 * minute)
    const { device_code, user_code } = await start()
    const body = { review: (await open(user_code, someone)).review }
    const { token, masterPassword = '' } = someone
    const unproved = app.as({ token, masterPassword })
    await expect(unproved.call(approveDeviceLogin, { body })).rejects.toMatchObject({
      code: 'STEP_UP_REQUIRED',
    })
    await expect(someone.lockedClient.call(approveDeviceLogin, { body })).rejects.toMatchObject({
      code: 'MASTER_PASSWORD_REQUIRED',
    })
    expect(await tokensOf(someone)).toEqual([])
    expect(await poll(device_code)).toMatchObject({ status: 'authorization_pending' })
    // The proof continues the session under a new token; the page still holds what it opened.
    await approve(body.review, someone)
    expect(await poll(device_code)).toMatchObject({ status: 'approved' })
  })

  test('five wrong codes lock an account out for ten minutes, and its own logins buy no more', async () => {
    const [mine, another] = [await start(), await start()]
    const wrong = () => open('BBBB-BBBB', other)
    for (let tries = 0; tries < 4; tries++) await expect(wrong()).rejects.toMatchObject(notFound)
    await open(mine.user_code, other)
    await expect(wrong()).rejects.toMatchObject(notFound)
    for (const code of ['BBBB-BBBB', another.user_code])
      await expect(open(code, other)).rejects.toMatchObject({ code: 'LOCKED_OUT' })
    await open(another.user_code)
    app.advance(10 * minute)
    await expect(wrong()).rejects.toMatchObject(notFound)
  })

  test('a link of the server is no try, even for an account that is locked out', async () => {
    const [login, another] = [await start(), await start()]
    for (let tries = 0; tries < 5; tries++)
      await expect(open('BBBB-BBBB', other)).rejects.toMatchObject(notFound)
    const before = await app.ctx.db.selectFrom('attempts').selectAll().execute()
    const { review } = await openLink(login.user_code, tagOf(login), other)
    expect(await app.ctx.db.selectFrom('attempts').selectAll().execute()).toEqual(before)
    await approve(review, other)
    await expect(openLink(login.user_code, tagOf(login), other)).rejects.toMatchObject(notFound)
    app.advance(10 * minute)
    await expect(openLink(another.user_code, tagOf(another), other)).rejects.toMatchObject(notFound)
  })

  test('a wrong tag gets the same answer for every code, and looks nothing up', async () => {
    const [login, another] = [await start(), await start()]
    const wrong = `${tagOf(login).slice(0, 13)}${'A'.repeat(20)}`
    const rejected = { code: 'VALIDATION_FAILED', details: [{ path: 'tag' }] }
    const tries = [
      [login.user_code, wrong],
      [login.user_code, tagOf(another)],
      ['BBBB-BBBB', tagOf(login)],
    ] as const
    for (const [code, tag] of tries) await expect(openLink(code, tag)).rejects.toMatchObject(rejected)
    for (const tag of ['', tagOf(login).slice(1), `${tagOf(login)}A`])
      await expect(openLink(login.user_code, tag)).rejects.toMatchObject(rejected)
    const kinds = await app.ctx.db.selectFrom('attempts').select('kind').execute()
    expect(kinds.filter(({ kind }) => kind === 'device-login-code')).toEqual([])
    const rows = await app.ctx.db
      .selectFrom('device_logins')
      .select('user_id')
      .where('expires_at', '>', app.ctx.clock())
      .execute()
    expect(rows.every(({ user_id }) => user_id === null)).toBe(true)
  })

  test.each(['', 'ABCD-EFGH', 'BCDF', 'BCDF-GHJ1', 'BCDF GHJK M'])(
    'rejects %j as a code, and does not count it',
    async (code) => {
      await expect(open(code)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
      expect(await app.ctx.db.selectFrom('attempts').select('kind').execute()).toEqual([])
    },
  )

  test.each([
    ['no name', { device_name: ' ', client: 'envhold' }],
    ['a name of several lines', { device_name: 'a\nb', client: 'envhold' }],
    ['a name that turns the text around it', { device_name: 'a\u202eb', client: 'envhold' }],
    ['a long client', { device_name: 'laptop', client: 'x'.repeat(61) }],
  ])('rejects a device with %s', async (_, body) => {
    await expect(app.as().call(startDeviceLogin, { body })).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
    })
  })

  test('limits how many logins an IP address begins, and how many wait', async () => {
    for (let count = 0; count < 30; count++) await start()
    await expect(start()).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    await app.ctx.db.deleteFrom('attempts').execute()
    const [row] = await app.ctx.db.selectFrom('device_logins').selectAll().limit(1).execute()
    if (!row) throw new Error('No login')
    for (let from = 0; from < 2_000; from += 50)
      await app.ctx.db
        .insertInto('device_logins')
        .values(
          Array.from({ length: 50 }, (_, index) => ({
            ...row,
            id: `planted${from + index}`,
            user_code_mac: Buffer.from(`planted${from + index}`),
            review_hash: null,
            expires_at: app.ctx.clock() + minute,
          })),
        )
        .execute()
    const ids = async () =>
      (await app.ctx.db.selectFrom('device_logins').select('id').execute()).map(({ id }) => id)
    // The oldest ones of the network that has most give way, however many begin at once.
    const begun = await Promise.all(Array.from({ length: 5 }, () => startFrom('2001:db8:7::1')))
    const left = await ids()
    expect(left).toEqual(expect.arrayContaining(begun.map(({ device_code }) => device_code.split('_')[1])))
    expect(left.filter((id) => id.startsWith('planted')).length).toBeLessThan(2_000)
    // Those that somebody has looked at stay.
    await app.ctx.db.updateTable('device_logins').set({ status: 'denied' }).execute()
    await expect(startFrom('2001:db8:8::1')).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      message: expect.stringContaining('Too many logins are waiting'),
    })
    expect((await ids()).toSorted()).toEqual(left.toSorted())
    app.advance(minute)
    await app.ctx.db.deleteFrom('device_logins').where('id', 'like', 'planted%').execute()
    await start()
  })

  test('a subscriber with many networks of IPv6 has one limit', async () => {
    let begun = 0
    for (let network = 0; network < 70; network++)
      for (let n = 0; n < 30; n++)
        await startFrom(`2001:db8:9:${network.toString(16)}::1`).then(
          () => begun++,
          ({ code }) => expect(code).toBe('RATE_LIMITED'),
        )
    expect(begun).toBe(60)
    await startFrom('2001:db8:a::1')
  })

  test('a row that was changed from outside is rejected', async () => {
    const login = await start()
    const [, id = ''] = login.device_code.split('_')
    const { public_key } = await app.ctx.db
      .selectFrom('device_logins')
      .select('public_key')
      .where('id', '!=', id)
      .executeTakeFirstOrThrow()
    await app.ctx.db.updateTable('device_logins').set({ public_key }).where('id', '=', id).execute()
    await expect(open(login.user_code)).rejects.toMatchObject({ code: 'INTERNAL' })
    await expect(poll(login.device_code)).rejects.toMatchObject({ code: 'INTERNAL' })
    await app.ctx.db.deleteFrom('device_logins').where('id', '=', id).execute()
  })

  test('a token that was revoked before the device came is not given out', async () => {
    const login = await start()
    const { id } = await approve((await open(login.user_code)).review)
    await owner.client.call(revokePersonalToken, { params: { id } })
    expect(await poll(login.device_code)).toMatchObject({ status: 'access_denied', token: null })
  })

  test('the sweep revokes a token that no device collected, and deletes what has expired', async () => {
    const [collected, forgotten] = [await start(), await start()]
    const kept = await approve((await open(collected.user_code)).review)
    const { id } = await approve((await open(forgotten.user_code)).review)
    await poll(collected.device_code)
    await sweepDeviceLogins(app.ctx)
    expect((await tokensOf(owner)).map((token) => token.id)).toContain(id)
    app.advance(10 * minute)
    expect(await sweepDeviceLogins(app.ctx)).toBeGreaterThan(0)
    expect(await app.ctx.db.selectFrom('device_logins').select('id').execute()).toEqual([])
    const ids = (await tokensOf(owner)).map((token) => token.id)
    expect(ids).toContain(kept.id)
    expect(ids).not.toContain(id)
    expect((await activityOf(app)).at(-1)).toMatchObject({
      event_type: 'personal_token_revoked',
      user_id: owner.userId,
      description: 'The personal token "CLI on ada’s laptop" was not collected',
    })
    expect(await poll(forgotten.device_code)).toEqual(expired)
  })

  test('the sweep revokes one although the environment of another is damaged', async () => {
    const [first, second] = [await start(), await start()]
    const person = await addPerson(app)
    const { id } = await seedEnvironment(person)
    await approve((await open(first.user_code, person)).review, person)
    const forgotten = await approve((await open(second.user_code)).review)
    const mac = new Uint8Array(33)
    await app.ctx.db.updateTable('environments').set({ mac }).where('id', '=', id).execute()
    app.advance(10 * minute)
    await sweepDeviceLogins(app.ctx)
    expect((await tokensOf(owner)).map((token) => token.id)).not.toContain(forgotten.id)
  })
})
