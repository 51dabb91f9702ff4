// Two environments, one of which a collaborator cannot see. Each kind of collaborator makes every call of the API,
// and no response may contain anything of the hidden one; the owner's actions there change no response either.

import { deleteApiKey, updateApiKey } from '@envhold/contract/api-keys.ts'
import type { Endpoint } from '@envhold/contract/endpoint.ts'
import {
  createEnvironment,
  deleteEnvironment,
  renameEnvironment,
} from '@envhold/contract/environments/environments.ts'
import { everyEndpoint } from '@envhold/contract/every-endpoint.ts'
import { createVariable, readVariables, updateVariable } from '@envhold/contract/variables/variables.ts'
import { beforeAll, expect, test } from 'vitest'
import { addPerson } from '../../../dev/world/add-person.ts'
import { forEachEngine, headersOf } from '../../../dev/world/app-for-tests.ts'
import { projectWorld } from '../../../dev/world/sample-inputs/project-world.ts'
import { sampleInput } from '../../../dev/world/sample-inputs/sample-input.ts'
import { seedApiKey, seedPersonalToken, seedProject } from '../../../dev/world/seed-project.ts'
import { shareProject } from '../../../dev/world/share-project.ts'
import { withApp } from '../../../dev/world/with-app.ts'
import { withPerson } from '../../../dev/world/with-person.ts'

const hiddenIp = '203.0.113.77'
/** Part of every name of what is hidden. */
const canary = 'Hidden7Q'

interface Caller {
  readonly name: string
  readonly headers: Record<string, string>
}

/** Calls that end the caller's own access, or wait, or are about the whole instance. */
const leftOut = new Set([
  'logout',
  'deleteAccount',
  'endSession',
  'endOtherSessions',
  'changePassword',
  'removeCollaborator',
  'rekeyEnvironments',
  'changeMasterPassword',
  'recoverMasterPassword',
  'renewRecoveryKey',
])
/** The head of the instance's chain changes with every action; these leave entries of the caller's own. */
const notCompared = new Set([
  'readActivityHead',
  'readVariables',
  'downloadEnvironment',
  'readVersion',
  'compareEnvironments',
  'exportActivityLogs',
  'exportApiUsage',
  'exportProjectActivity',
  'listPersonalTokens',
  'listSessions',
])

const queries = [
  '',
  'timeRange=7d',
  `timeRange=7d&search=${canary}`,
  `timeRange=7d&search=${hiddenIp}`,
  'timeRange=7d&filter=security',
  'timeRange=7d&filter=changes',
  'timeRange=7d&category=security_events',
  'timeRange=7d&category=changes',
  'timeRange=7d&format=csv',
  'timeRange=7d&format=json',
  'after=0&wait=0',
]

forEachEngine((engine) => {
  const app = withApp(engine, { TRUST_PROXY: '127.0.0.1/32' })
  const owner = withPerson(app)
  let projectId: number
  let shared: number
  let hidden: number
  let keyId: string
  let callers: Caller[]
  let rounds = 0

  const ownerHeaders = (ip: string) => ({ 'x-forwarded-for': ip })

  /** What an owner does in an environment, and what callers with its API keys do. */
  async function liveInHidden(): Promise<void> {
    const round = ++rounds
    const params = { id: projectId }
    const { client } = owner
    const environment_access = [String(hidden)]
    const made = await seedApiKey(owner, projectId, { name: `${canary} key ${round}`, environment_access })
    keyId = made.id
    const secret = made.apiKey
    const call = (key: string) =>
      app.fetch(`/api/v1/inject/${projectId}/${hidden}`, {
        headers: { 'x-api-key': key, ...ownerHeaders(hiddenIp) },
      })
    expect((await call(secret)).status).toBe(200)
    expect((await call(secret.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')))).status).toBe(401)
    await client.call(updateApiKey, { params: { ...params, keyId }, body: { allowed_ips: ['192.0.2.1'] } })
    expect((await call(secret)).status).toBe(403)
    const key = `${canary.toUpperCase()}_${round}`
    await client.call(createVariable, { params: { id: hidden }, body: { key, value: `${canary} value` } })
    await client.call(updateVariable, { params: { id: hidden, key }, body: { value: `${canary} next` } })
    await client.call(readVariables, { params: { id: hidden } })
    await client.call(renameEnvironment, { params: { id: hidden }, body: { name: `${canary}-${round}` } })
    const another = await client.call(createEnvironment, {
      params: { projectId },
      body: { name: `${canary}-gone-${round}` },
    })
    await client.call(deleteEnvironment, { params: { projectId, envId: another.environment.id } })
    const deleted = { name: `${canary} deleted ${round}`, environment_access }
    const second = await seedApiKey(owner, projectId, deleted)
    await client.call(deleteApiKey, { params: { ...params, keyId: second.id } })
  }

  beforeAll(async () => {
    const seeded = await seedProject(owner, 'shared', `${canary}-0`)
    projectId = seeded.project.id
    ;[shared = 0, hidden = 0] = seeded.environments.map(({ id }) => id)
    const [reader, writer] = [await addPerson(app), await addPerson(app)]
    await shareProject(app, owner, projectId, reader, { role: 'read', environments: [shared] })
    await shareProject(app, owner, projectId, writer, { role: 'write', environments: [shared] })
    const masterPassword = reader.masterPassword ?? ''
    const { token } = await seedPersonalToken(writer)
    callers = [
      { name: 'reader', headers: headersOf({ token: reader.token, masterPassword }) },
      { name: 'token of a writer', headers: headersOf({ token }) },
    ]
    await liveInHidden()
  })

  /** Each way to fill in a path: every id may be the project's, or that of either environment. */
  function pathsOf({ path }: Endpoint): string[] {
    const values: Record<string, readonly (string | number)[]> = {
      projectId: [projectId],
      id: [projectId, shared, hidden],
      envId: [shared, hidden],
      keyId: [keyId],
      version: [1],
      key: [`${canary.toUpperCase()}_1`],
      environment: [hidden],
      userId: [owner.userId],
      token: ['0'.repeat(22)],
    }
    return [...path.matchAll(/\{(\w+)\}/g)].reduce<string[]>(
      (paths, [pattern, name = '']) =>
        paths.flatMap((path) => (values[name] ?? ['1']).map((value) => path.replace(pattern, String(value)))),
      [path],
    )
  }

  const isAsked = ({ name, audience }: Endpoint) =>
    (audience === 'user' || audience === 'session') && !leftOut.has(name)

  async function answerTo({ headers }: Caller, { method }: Endpoint, path: string, body?: object) {
    // No caller may run into a limit: a response that only says so shows nothing.
    await app.ctx.db.deleteFrom('rate_windows').execute()
    const answer = await app.fetch(`/api${path}`, {
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    expect(answer.status).not.toBe(429)
    return `${answer.status} ${await answer.text()}`.replaceAll(
      /"(request_id|last_used_at|last_seen_at|expires_at)":"[^"]*"/g,
      '',
    )
  }

  const queriesOf = ({ query }: Endpoint) =>
    [...queries, `left=${shared}&right=${hidden}`].filter((search) =>
      [...new URLSearchParams(search).keys()].every((name) => query && name in query.shape),
    )

  const readings = () =>
    everyEndpoint
      .filter((endpoint) => endpoint.method === 'GET' && isAsked(endpoint))
      .flatMap((endpoint) =>
        pathsOf(endpoint).flatMap((path) =>
          queriesOf(endpoint).map((query) => ({ endpoint, path: query ? `${path}?${query}` : path })),
        ),
      )

  test('no call shows a collaborator anything of an environment that is not shared', async () => {
    const told: string[] = []
    const inArchive = readings()
    expect(inArchive.length).toBeGreaterThan(50)
    for (const caller of callers)
      for (const { endpoint, path } of inArchive) {
        const answer = await answerTo(caller, endpoint, path)
        // The search term is in no response; if it were found, the entry would be.
        if (answer.includes(canary) || answer.includes(hiddenIp) || answer.includes(keyId))
          told.push(`${caller.name}: ${path}: ${answer.slice(0, 300)}`)
      }
    expect(told).toEqual([])
  })

  test('a call that changes the hidden environment is rejected and shows nothing of it', async () => {
    const changes = everyEndpoint.filter(
      (endpoint) => endpoint.method !== 'GET' && isAsked(endpoint) && endpoint.path.includes('{'),
    )
    expect(changes.length).toBeGreaterThan(15)
    const world = {
      ...projectWorld(app, owner, { projectId, id: hidden }),
      caller: owner,
      guest: owner,
      invited: () => Promise.reject(new Error('No invitation is for one environment')),
    }
    for (const endpoint of changes)
      for (const path of pathsOf(endpoint)) {
        // What is shared may be changed; only calls to the hidden environment have to be rejected.
        if (!path.split('/').includes(String(hidden))) continue
        const { body } = await sampleInput(endpoint.name, world)
        // Elsewhere an id of this form may not even be one.
        const rejection = /^\/(env|projects)\//.test(path) ? /^(403|404) / : /^(400|401|403|404) /
        for (const caller of callers) {
          const answer = await answerTo(caller, endpoint, path, body)
          expect(answer, `${caller.name}: ${endpoint.method} ${path}`).toMatch(rejection)
          expect(answer).not.toContain(canary)
        }
      }
  })

  test('the owner’s actions there change no response, no count and no total', async () => {
    const paths = readings().filter(({ endpoint }) => !notCompared.has(endpoint.name))
    const counted = everyEndpoint.find(({ name }) => name === 'countVariables')
    const searching = everyEndpoint.find(({ name }) => name === 'findVariables')
    const look = async () => {
      const answers: string[] = []
      for (const caller of callers) {
        for (const { endpoint, path } of paths)
          answers.push(`${path} ${await answerTo(caller, endpoint, path)}`)
        if (counted)
          answers.push(await answerTo(caller, counted, counted.path, { environmentIds: [shared, hidden] }))
        if (searching) answers.push(await answerTo(caller, searching, searching.path, { name: '*' }))
      }
      return answers
    }
    const before = await look()
    await liveInHidden()
    expect(await look()).toEqual(before)
  })
})
