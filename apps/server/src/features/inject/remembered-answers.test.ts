// Whatever an answer comes from is changed between two calls of a key whose answer is remembered. The very next call
// follows, on every node. `npm test -- --long` plays 2,000 random changes on each engine.

import { createClient } from '@envhold/client/client.ts'
import { deleteApiKey, updateApiKey } from '@envhold/contract/api-keys.ts'
import {
  createEnvironment,
  deleteEnvironment,
  renameEnvironment,
} from '@envhold/contract/environments/environments.ts'
import { endFormerName, formerNameDays } from '@envhold/contract/environments/former-names.ts'
import { deleteProject } from '@envhold/contract/projects/projects.ts'
import { writeVariables } from '@envhold/contract/variables/variables.ts'
import fc from 'fast-check'
import { beforeEach, describe, expect, inject, test } from 'vitest'
import { addPerson } from '../../../../../dev/world/add-person.ts'
import { forEachEngine, headersOf } from '../../../../../dev/world/app-for-tests.ts'
import { changePlan } from '../../../../../dev/world/change-plan.ts'
import { seedApiKey, seedProject } from '../../../../../dev/world/seed-project.ts'
import type { Person } from '../../../../../dev/world/sign-up.ts'
import { withApp } from '../../../../../dev/world/with-app.ts'
import { withPerson } from '../../../../../dev/world/with-person.ts'
import { withSecondNode } from '../../../../../dev/world/with-second-node.ts'
import { writeOutside } from '../../../../../dev/world/write-outside.ts'
import { findUser, userMac } from '../users/user-store.ts'

const warmCalls = 3
const randomChanges = inject('longRuns') ? 2_000 : 60

forEachEngine((engine) => {
  const app = withApp(engine)
  // Without limits.
  const operator = withPerson(app)
  const second = withSecondNode(app)
  let projectId: number
  let environmentId: number
  let keyId: string
  let apiKey: string

  const clientOf = (url: string) =>
    createClient({
      server: url,
      headers: () => headersOf({ token: operator.token, masterPassword: operator.masterPassword ?? '' }),
      timeoutMs: 120_000,
    })
  const call = async (named: string | number = 'production', url = app.url, key = apiKey) => {
    const ask = (what: string) =>
      fetch(`${url}/api/v1/${what}/${projectId}/${named}`, { headers: { 'x-api-key': key } })
    const answer = await ask('inject')
    const schema = await ask('schema')
    await schema.arrayBuffer()
    // They are read without decrypting, so spoiled values do not concern them.
    if (answer.status !== 500) expect(schema.status, 'the names follow, too').toBe(answer.status)
    return { status: answer.status, text: await answer.text(), headers: answer.headers }
  }
  const warm = async (named: string | number = 'production', url = app.url) => {
    for (let n = 0; n < warmCalls; n++) expect((await call(named, url)).status).toBe(200)
  }
  const write = (client: Person['client'], id: number, value: string) =>
    client.call(writeVariables, { params: { id }, body: { variables: { A: value }, mode: 'replace' } })
  const seed = async (by: Person) => {
    const { project, ids } = await seedProject(by, 'production')
    projectId = project.id
    environmentId = ids.production
    await write(by.client, environmentId, '1')
    ;({ id: keyId, apiKey } = await seedApiKey(by, projectId))
  }
  beforeEach(() => seed(operator))

  describe.each(['this node', 'another node'])('changed through the API of %s', (where) => {
    const client = () => clientOf(where === 'this node' ? app.url : second.url)
    const changeKey = (body: object) =>
      client().call(updateApiKey, { params: { id: projectId, keyId }, body })

    test.each([
      ['switched off', { is_active: false }, 401],
      ['allowed from elsewhere only', { allowed_ips: ['203.0.113.7'] }, 403],
    ])('a key that is %s', async (_, change, status) => {
      await warm()
      await changeKey(change)
      expect((await call()).status).toBe(status)
    })

    test('a key without the environment', async () => {
      const body = { name: 'other' }
      const { environment } = await client().call(createEnvironment, { params: { projectId }, body })
      await warm()
      await changeKey({ environment_access: [String(environment.id)] })
      expect((await call()).status).toBe(404)
    })

    test('a key that is switched off and on', async () => {
      await warm()
      await changeKey({ is_active: false })
      expect((await call()).status).toBe(401)
      await changeKey({ is_active: true })
      await warm()
    })

    test('a key that is deleted', async () => {
      await warm()
      await client().call(deleteApiKey, { params: { id: projectId, keyId } })
      expect((await call()).status).toBe(401)
    })

    test('a project that is deleted', async () => {
      await warm()
      await client().call(deleteProject, { params: { id: projectId } })
      expect((await call()).status).toBe(404)
    })

    test('a version', async () => {
      for (const value of ['2', '3']) {
        await warm()
        await write(client(), environmentId, value)
        expect((await call()).text).toBe(`A=${value}\n`)
      }
    })

    test('an environment that is renamed or deleted', async () => {
      await warm()
      const params = { projectId, envId: environmentId }
      await client().call(renameEnvironment, { params: { id: environmentId }, body: { name: 'renamed' } })
      await warm()
      await warm('renamed')
      await client().call(deleteEnvironment, { params })
      expect((await call('renamed')).status).toBe(404)
      expect((await call()).status).toBe(404)
    })

    test('a former name that ends, by a call and by the passing of time', async () => {
      const params = { id: environmentId }
      for (const name of ['b', 'c']) await client().call(renameEnvironment, { params, body: { name } })
      for (const former of ['production', 'b']) await warm(former)
      await client().call(endFormerName, { params: { ...params, name: 'b' } })
      expect((await call('b')).status).toBe(404)
      await warm('production', second.url)
      const half = (formerNameDays / 2) * 24 * 3_600_000
      app.advance(half)
      await write(client(), environmentId, '2')
      app.advance(half - 60_000)
      for (const url of [app.url, second.url]) await warm('production', url)
      app.advance(60_000)
      for (const url of [app.url, second.url]) expect((await call('production', url)).status).toBe(404)
    })

    test('a key of the environment, with its grants and epoch', async () => {
      const other = await seedApiKey(operator, projectId)
      await warm()
      await client().call(deleteApiKey, { params: { id: projectId, keyId: other.id } })
      await warm()
      expect((await call()).text).toBe('A=1\n')
    })

    test('an environment that is found by its id, until another has that name', async () => {
      await warm(environmentId)
      const body = { name: String(environmentId) }
      const { environment } = await client().call(createEnvironment, { params: { projectId }, body })
      await write(client(), environment.id, '9')
      expect((await call(environmentId)).text).toBe('A=9\n')
    })
  })

  describe('changed in the account', () => {
    let owner: Person
    beforeEach(async () => {
      owner = await addPerson(app)
      await seed(owner)
    })

    test('the state of the owner', async () => {
      await warm()
      const user = await findUser(app.ctx, owner.userId)
      if (!user) throw new Error('Nobody was signed up')
      const set = (status: 'ACTIVE' | 'SUSPENDED') =>
        app.ctx.db
          .updateTable('users')
          .set({ status, mac: userMac.of(app.ctx.secrets, { ...user, status }) })
          .where('id', '=', user.id)
          .execute()
      await set('SUSPENDED')
      expect((await call()).status).toBe(401)
      await set('ACTIVE')
      expect((await call()).status).toBe(200)
    })

    test('the limits of the plan', async () => {
      await warm()
      for (const limit of [50, 60]) {
        await changePlan(app, 'starter', { api_rate_limit_per_hour: limit })
        expect((await call()).headers.get('ratelimit-limit')).toBe(String(limit))
      }
    })
  })

  describe('changed by plain SQL', () => {
    const bytes = (hex: string) => (engine === 'sqlite' ? `x'${hex}'` : `'\\x${hex}'`)
    const literal = (value: unknown) => {
      if (value instanceof Uint8Array) return bytes(Buffer.from(value).toString('hex'))
      return typeof value === 'string' ? `'${value}'` : String(value)
    }
    const owned = `(select owner_id from projects where id = PROJECT)`

    test.each([
      ['api_keys', 'is_active', '0', "id = 'KEY'"],
      ['projects', 'removed_at', '1', 'id = PROJECT'],
      ['users', 'status', "'SUSPENDED'", `id = ${owned}`],
      ['plans', 'api_rate_limit_per_hour', '7', `name = (select plan from users where id = ${owned})`],
      ['environments', 'version', '7', 'id = ENVIRONMENT'],
      ['grants', 'sealed', bytes('00'), "environment_id = ENVIRONMENT and principal = 'KEY'"],
      ['environment_epochs', 'key_id', bytes('00'), 'environment_id = ENVIRONMENT'],
      ['environment_versions', 'sealed', bytes('00'), 'environment_id = ENVIRONMENT'],
    ])('%s', async (table, column, value, condition) => {
      const where = condition
        .replace('KEY', keyId)
        .replace('PROJECT', String(projectId))
        .replace('ENVIRONMENT', String(environmentId))
      const set = (to: string) => writeOutside(app, `update ${table} set ${column} = ${to} where ${where}`)
      const [row] = await writeOutside(app, `select ${column} as value from ${table} where ${where}`)
      await warm()
      await warm('production', second.url)
      await set(value)
      try {
        expect((await call()).status).not.toBe(200)
        expect((await call('production', second.url)).status).not.toBe(200)
      } finally {
        await set(literal(row?.value))
      }
      expect(await call()).toMatchObject({ status: 200, text: 'A=1\n' })
    })
  })

  test(
    `${randomChanges} random changes, each followed by the next call of every node`,
    async () => {
      let value = 1
      let isActive = true
      let name = 'production'
      let monthly = 1_000
      const changes = {
        nothing: async () => {},
        write: async (client: Person['client']) => {
          value++
          await write(client, environmentId, String(value))
        },
        turn: async (client: Person['client']) => {
          isActive = !isActive
          await client.call(updateApiKey, { params: { id: projectId, keyId }, body: { is_active: isActive } })
        },
        rename: async (client: Person['client']) => {
          name = name === 'production' ? 'live' : 'production'
          await client.call(renameEnvironment, {
            params: { id: environmentId },
            body: { name },
          })
        },
        plan: () => changePlan(app, 'starter', { api_rate_limit_per_hour: monthly++ }),
        outside: () =>
          writeOutside(app, `update grants set created_at = created_at + 1 where principal = '${keyId}'`),
      }
      const steps = fc.sample(
        fc.record({
          change: fc.constantFrom(...(Object.keys(changes) as (keyof typeof changes)[])),
          elsewhere: fc.boolean(),
          calls: fc.integer({ min: 1, max: 4 }),
        }),
        { numRuns: randomChanges, seed: 75 },
      )
      let stale = 0
      for (const { change, elsewhere, calls } of steps) {
        await changes[change](clientOf(elsewhere ? second.url : app.url))
        for (let n = 0; n < calls; n++)
          for (const url of [app.url, second.url])
            for (const named of [name, environmentId]) {
              const { status, text } = await call(named, url)
              // Many rejected calls reach a limit of their own.
              const isCurrent = isActive
                ? status === 200 && text === `A=${value}\n`
                : [401, 429].includes(status)
              if (!isCurrent) stale++
            }
      }
      expect(stale).toBe(0)
    },
    inject('longRuns') ? 1_800_000 : 60_000,
  )
})
