import { changePassword, logout, readSession } from '@envhold/contract/accounts/accounts.ts'
import { changeMasterPassword } from '@envhold/contract/keyring/keyring.ts'
import { type PersonalTokenPermission, personalTokenPermissions } from '@envhold/contract/permissions.ts'
import {
  createCliToken,
  createPersonalToken,
  listPersonalTokens,
  revokePersonalToken,
} from '@envhold/contract/personal-tokens/personal-tokens.ts'
import { createProject, listProjects } from '@envhold/contract/projects/projects.ts'
import { createVariable, readVariables } from '@envhold/contract/variables/variables.ts'
import { listVersions } from '@envhold/contract/variables/versions.ts'
import { checksum } from '@envhold/integrity/base62.ts'
import { newToken } from '@envhold/integrity/token.ts'
import { beforeAll, expect, test } from 'vitest'
import { addPerson } from '../../../../../dev/world/add-person.ts'
import { forEachEngine } from '../../../../../dev/world/app-for-tests.ts'
import { changePlan } from '../../../../../dev/world/change-plan.ts'
import { activityOf } from '../../../../../dev/world/events-of.ts'
import { mailsOf } from '../../../../../dev/world/mails.ts'
import { seedEnvironment, seedPersonalToken } from '../../../../../dev/world/seed-project.ts'
import type { Person } from '../../../../../dev/world/sign-up.ts'
import { withApp } from '../../../../../dev/world/with-app.ts'
import { withPerson } from '../../../../../dev/world/with-person.ts'
import { windowStart } from '../usage/rate-window-store.ts'
import { sweepPersonalTokens } from './account-tokens.ts'

const hour = 3_600_000

forEachEngine((engine) => {
  const app = withApp(engine)
  const owner = withPerson(app)
  const other = withPerson(app)
  let id: number
  beforeAll(async () => {
    id = (await seedEnvironment(owner, { A: '1' })).id
  })

  const create = (
    body: { name?: string; permissions?: PersonalTokenPermission[]; expires_at?: string | null } = {},
    by: Pick<Person, 'client'> = owner,
  ) =>
    by.client.call(createPersonalToken, {
      body: { name: 'Laptop', permissions: ['read_variables'], ...body },
    })
  const list = async (by: Person = owner) => (await by.client.call(listPersonalTokens, {})).tokens
  const may = (token: string) => app.as({ token })

  test('mails its user what a new token opens, and until when', async () => {
    const by = await addPerson(app)
    await seedEnvironment(by, { A: '1' })
    const { token } = await create(
      { name: 'Reader', expires_at: new Date(app.ctx.clock() + hour).toISOString() },
      by,
    )
    await by.client.call(createCliToken, {})
    const mails = (await mailsOf(app)).filter(({ to }) => to === by.email)
    expect(mails.map(({ subject }) => subject)).toEqual([
      'A personal token was created',
      'A personal token was created',
    ])
    const [first = '', second = ''] = mails.map(({ text }) => text)
    expect(first).toMatch(/The token Reader acts for you[^.]*\. It opens .*: 1 environment now/)
    expect(first).toMatch(/Allows: Read variable values\n/)
    expect(second).toContain('Add, change, import and delete variables')
    expect([first, second].map((text) => text.includes('Expires: never'))).toEqual([false, true])
    expect(first).not.toContain('Command line')
    expect(first).not.toContain(token.token.slice(0, 17))
  })

  test('shows the full token once and never again', async () => {
    const expires_at = new Date(app.ctx.clock() + hour).toISOString()
    const made = await create({ name: ' Work ', permissions: ['read_schema', 'read_schema'], expires_at })
    expect(made).toMatchObject({ success: true, message: 'Personal access token created!' })
    expect(made.token.token).toMatch(/^ppt_[0-9A-Za-z]{13}_[0-9A-Za-z]{49}$/)
    expect(made.token).toMatchObject({
      token_name: 'Work',
      expires_at,
      is_expired: false,
      last_used_at: null,
      rate_limit_per_hour: 1_000,
      permissions: ['read_schema'],
    })
    const { token: full, ...shown } = made.token
    const [listed] = await list()
    expect(listed).toEqual(shown)
    expect(JSON.stringify(await list())).not.toContain(full.split('_')[2]?.slice(0, 8))
    expect(await list(other)).toEqual([])
  })

  test.each([
    ['no name', { name: '' }, 'name', 'Token name is required'],
    ['no permission', { permissions: [] }, 'permissions', 'At least one permission must be selected'],
    ['an unknown permission', { permissions: ['admin' as never] }, 'permissions.0', expect.anything()],
    [
      'a time that has passed',
      { expires_at: '2020-01-01T00:00:00.000Z' },
      'expires_at',
      'The expiry must not be in the past',
    ],
  ])('rejects %s', async (_, body, path, message) => {
    await expect(create(body)).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      details: expect.arrayContaining([{ path, message }]),
    })
  })

  test('creating one requires an unlocked vault', async () => {
    await expect(create({}, { client: app.as({ token: owner.token }) })).rejects.toMatchObject({
      code: 'MASTER_PASSWORD_REQUIRED',
    })
  })

  test('a command-line token has all permissions and is named after the day', async () => {
    const made = await owner.client.call(createCliToken, {})
    expect(made).toMatchObject({ success: true, message: 'CLI token generated successfully!' })
    const [listed] = await list()
    expect(listed).toMatchObject({
      token_name: `CLI on ${new Date(app.ctx.clock()).toISOString().slice(0, 10)}`,
      permissions: [...personalTokenPermissions],
      expires_at: null,
    })
    expect((await may(made.token).call(readVariables, { params: { id } })).variables).toEqual({ A: '1' })
  })

  test('acts for its user, unlocks by itself and is named in the activity log', async () => {
    const { id: tokenId, token } = await seedPersonalToken(owner)
    expect((await may(token).call(readSession, {})).user.id).toBe(owner.userId)
    await may(token).call(createVariable, { params: { id }, body: { key: 'BY_TOKEN', value: '1' } })
    const { versions } = await owner.client.call(listVersions, { params: { id } })
    expect(versions[0]?.author).toEqual({ username: owner.username, token_name: 'Laptop' })
    expect((await activityOf(app)).at(-1)).toMatchObject({
      event_type: 'variable_created',
      token_id: tokenId,
    })
    const used = (await list()).find((token) => token.id === tokenId)
    expect(used?.last_used_at).not.toBeNull()
  })

  test('is limited to its permissions, and never has access to the account', async () => {
    const { token } = await seedPersonalToken(owner, ['read_variables'])
    const client = may(token)
    expect((await client.call(readVariables, { params: { id } })).version).toBeGreaterThan(0)
    await expect(client.call(listProjects, {})).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: 'This token does not have the permission read_projects.',
    })
    await expect(client.call(createProject, { body: { name: 'x' } })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
    const all = may((await seedPersonalToken(owner)).token)
    const account = { code: 'FORBIDDEN', message: 'A personal token cannot do this. Sign in instead.' }
    const password = { currentPassword: owner.password, newPassword: 'another password' }
    const master = { currentMasterPassword: 'master pässword', newMasterPassword: 'another password' }
    await expect(all.call(changePassword, { body: password })).rejects.toMatchObject(account)
    await expect(all.call(changeMasterPassword, { body: master })).rejects.toMatchObject(account)
    await expect(all.call(listPersonalTokens, {})).rejects.toMatchObject(account)
    await expect(create({}, { client: all })).rejects.toMatchObject(account)
    await expect(all.call(createCliToken, {})).rejects.toMatchObject(account)
    await expect(all.call(logout, {})).rejects.toMatchObject(account)
  })

  test('stops working when it expires', async () => {
    const expires_at = new Date(app.ctx.clock() + hour).toISOString()
    const { token } = await create({ permissions: ['read_variables'], expires_at })
    const read = () => may(token.token).call(readVariables, { params: { id } })
    expect((await read()).variables).toMatchObject({ A: '1' })
    app.advance(hour)
    await expect(read()).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    expect((await list()).find((listed) => listed.id === token.id)?.is_expired).toBe(true)
  })

  test('is granted no keys after it has expired', async () => {
    await sweepPersonalTokens(app.ctx)
    const expires_at = new Date(app.ctx.clock() + hour).toISOString()
    const { token } = await create({ expires_at })
    const lasting = await seedPersonalToken(owner)
    const holds = async (environmentId: number) =>
      (
        await app.ctx.db
          .selectFrom('grants')
          .select('principal')
          .where('environment_id', '=', environmentId)
          .execute()
      ).map(({ principal }) => principal)
    expect(await holds(id)).toContain(token.id)
    expect(await sweepPersonalTokens(app.ctx)).toBe(0)
    app.advance(hour)
    expect(await sweepPersonalTokens(app.ctx)).toBe(1)
    expect((await activityOf(app)).at(-1)).toMatchObject({
      event_type: 'personal_token_revoked',
      description: 'The personal token "Laptop" expired',
      user_id: owner.userId,
    })
    expect(await sweepPersonalTokens(app.ctx)).toBe(0)
    const later = await seedEnvironment(owner)
    await owner.client.call(readVariables, { params: { id } })
    for (const environment of [id, later.id]) {
      expect(await holds(environment)).not.toContain(token.id)
      expect(await holds(environment)).toContain(lasting.id)
    }
    expect((await list()).find((listed) => listed.id === token.id)?.is_expired).toBe(true)
    await owner.client.call(revokePersonalToken, { params: { id: token.id } })
    expect((await list()).some((listed) => listed.id === token.id)).toBe(false)
  })

  test('an expired one with a damaged environment does not keep the others granted', async () => {
    const [damaged, whole] = [await addPerson(app), await addPerson(app)]
    const spoiled = await seedEnvironment(damaged)
    await seedEnvironment(whole)
    const expires_at = new Date(app.ctx.clock() + hour).toISOString()
    await create({ expires_at }, damaged)
    const { token } = await create({ expires_at }, whole)
    const mac = new Uint8Array(33)
    await app.ctx.db.updateTable('environments').set({ mac }).where('id', '=', spoiled.id).execute()
    app.advance(hour)
    await sweepPersonalTokens(app.ctx)
    const principals = app.ctx.db.selectFrom('principals').select('revoked').where('id', '=', token.id)
    expect(await principals.execute()).toEqual([{ revoked: 1 }])
  })

  test('stops working when its user, and nobody else, revokes it', async () => {
    const { id: tokenId, token } = await seedPersonalToken(owner)
    const revoke = (by: Person) => by.client.call(revokePersonalToken, { params: { id: tokenId } })
    await expect(revoke(other)).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'Personal token not found',
    })
    expect((await may(token).call(readSession, {})).user.id).toBe(owner.userId)
    expect(await revoke(owner)).toEqual({ message: 'Token revoked successfully' })
    await expect(may(token).call(readSession, {})).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    await expect(revoke(owner)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect((await list()).some((listed) => listed.id === tokenId)).toBe(false)
  })

  test('responds the same to an unknown token and a wrong secret', async () => {
    const { id: tokenId } = await seedPersonalToken(owner)
    const stranger = newToken('ppt').text
    const body = `ppt_${tokenId}_${stranger.split('_')[2]?.slice(0, 43)}`
    for (const token of [stranger, body + checksum(body), `${stranger.slice(0, -1)}-`, 'ppt_'])
      await expect(may(token).call(readSession, {})).rejects.toMatchObject({
        code: 'UNAUTHENTICATED',
        message: 'Please sign in.',
      })
  })

  /** Sets how many calls a token has made in this hour. */
  const spend = (principal: string, count: number) =>
    app.ctx.db
      .insertInto('rate_windows')
      .values({ principal, window: 'hour', window_start: windowStart('hour', app.ctx.clock()), count })
      .execute()
  const ask = (token: string, path = '/api/env/projects') =>
    app.fetch(path, { headers: { authorization: `Bearer ${token}` } })
  const rateHeaders = ({ headers }: Response) => [
    headers.get('ratelimit-limit'),
    headers.get('ratelimit-remaining'),
  ]
  const nextHour = () => app.advance(hour - (app.ctx.clock() % hour))

  test('each token has 1,000 calls an hour on every plan, also when concurrent', async () => {
    nextHour()
    await changePlan(app, 'starter', { api_rate_limit_per_hour: 5 })
    for (const person of [owner, other]) {
      const { id, token } = await seedPersonalToken(person, ['read_projects'])
      const second = await seedPersonalToken(person, ['read_projects'])
      expect((await list(person))[0]?.rate_limit_per_hour).toBe(1_000)
      await spend(id, 995)
      const tries = await Promise.all(Array.from({ length: 12 }, () => ask(token)))
      expect(tries.filter(({ status }) => status === 200)).toHaveLength(5)
      for (const one of tries.filter(({ status }) => status !== 200)) {
        expect([one.status, ...rateHeaders(one)]).toEqual([429, '1000', '0'])
        expect(Number(one.headers.get('retry-after'))).toBeGreaterThan(3_500)
        expect(await one.json()).toMatchObject({ error: 'RATE_LIMITED' })
      }
      expect((await ask(second.token)).status).toBe(200)
    }
  })

  test('a call beyond the limit writes nothing, and the next hour starts from zero', async () => {
    nextHour()
    const { id, token } = await seedPersonalToken(other, ['read_projects'])
    await spend(id, 1_000)
    const windows = () => app.ctx.db.selectFrom('rate_windows').selectAll().execute()
    const before = await windows()
    expect((await ask(token)).status).toBe(429)
    expect(await windows()).toEqual(before)
    app.advance(hour)
    expect(rateHeaders(await ask(token))).toEqual(['1000', '999'])
  })

  test('every response to a token carries the remaining calls, also rejections and uncounted calls', async () => {
    nextHour()
    const { token } = await seedPersonalToken(owner, ['read_projects'])
    const answers = [
      await ask(token),
      await ask(token, '/api/env/projects/999999999'),
      await ask(token, '/api/env/projects/nonsense'),
      await ask(token, '/api/personal-tokens'),
      await ask(token, '/api/activity/head'),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 404, 400, 403, 200])
    expect(answers.map(rateHeaders)).toEqual(
      ['999', '998', '997', '996', '996'].map((remaining) => ['1000', remaining]),
    )
    for (const { headers } of answers) expect(Number(headers.get('ratelimit-reset'))).toBeGreaterThan(0)
  })
})
