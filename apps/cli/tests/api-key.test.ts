import { createApiKey, deleteApiKey } from '@envhold/contract/api-keys.ts'
import { createEnvironment } from '@envhold/contract/environments/environments.ts'
import { createProject, deleteProject } from '@envhold/contract/projects/projects.ts'
import { writeVariables } from '@envhold/contract/variables/variables.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CliWorld, cliWorld } from './cli-world.ts'
import { startFront } from './front.ts'

let world: CliWorld
/** Reads both environments. */
let both: { id: string; key: string }
beforeAll(async () => {
  world = await cliWorld()
  const { api_key } = await world.ada.client.call(createApiKey, {
    params: { id: world.projectId },
    body: { name: 'Both', permissions: ['read_variables', 'variables.api_inject'] },
  })
  both = { id: api_key.id, key: api_key.api_key }
})
afterAll(() => world.stop())

const envhold = (words: string[], ENVHOLD_TOKEN: string, env: Record<string, string> = {}) =>
  world.envhold(words, { env: { ENVHOLD_TOKEN, ENVHOLD_SERVER: world.server.url, ...env } })

test('a key of one environment needs nothing else', async () => {
  const run = await envhold(['run', '--', 'sh', '-c', 'echo $GREETING'], world.apiKey)
  expect(run).toMatchObject({ code: 0, out: 'hello world\n', err: '' })
  expect((await envhold(['get', 'PORT'], world.apiKey)).out).toBe('3000')
})

test('its offline copy is used while the server is unreachable', async () => {
  const { url, stop } = await startFront(world.server.url)
  const words = ['get', 'PORT', '--offline-fallback']
  const env = { ENVHOLD_SERVER: url }
  expect((await envhold(words, world.apiKey, env)).code).toBe(0)
  await stop()
  const offline = await envhold(words, world.apiKey, env)
  expect(offline.out).toBe('3000')
  expect(offline.err).toContain('using the copy of shop/development')
  expect((await envhold(words, both.key, env)).code).toBe(1)
})

test('a name works where an id does, as an option and in the environment', async () => {
  for (const project of ['shop', 'SHOP', 'ada/shop', String(world.projectId)]) {
    const env = { ENVHOLD_PROJECT: project, ENVHOLD_ENV: 'production' }
    expect((await envhold(['get', 'PORT'], both.key, env)).out, project).toBe('80')
  }
  const words = ['get', 'PORT', '--project', 'shop', '--env', 'development']
  expect((await envhold(words, both.key, { ENVHOLD_ENV: 'production' })).out).toBe('3000')
  const other = await envhold(['get', 'PORT', '--project', 'other'], world.apiKey)
  expect(other.code).toBe(1)
  expect(other.err).toContain('This API key belongs to another project.')
})

test('a key with several environments has to name one', async () => {
  const { code, err } = await envhold(['get', 'PORT'], both.key)
  expect(code).toBe(1)
  expect(err).toContain('One of: development, production. Pass --env, or set ENVHOLD_ENV.')
})

test('ENVHOLD_PROJECT and ENVHOLD_ENV serve a personal token too', async () => {
  const env = { ENVHOLD_PROJECT: 'shop', ENVHOLD_ENV: 'production' }
  expect((await envhold(['get', 'PORT'], world.token, env)).out).toBe('80')
  const unknown = await envhold(['get', 'PORT'], world.token, { ...env, ENVHOLD_ENV: 'prod' })
  expect(unknown.err).toContain('It has: development, production')
})

test('whoami asks the server about the key', async () => {
  const { code, out } = await envhold(['whoami'], world.apiKey)
  expect(code).toBe(0)
  expect(out).toContain(`API key “ci” of shop (project ${world.projectId})`)
  expect(out).toContain('Can read: development\n')
  expect(out).toContain('Expires: never')
  const json = JSON.parse((await envhold(['whoami', '--json'], both.key)).out)
  expect(json).toMatchObject({
    kind: 'api-key',
    project: { name: 'shop' },
    environments: [{ name: 'development' }, { name: 'production' }],
  })
})

test('whoami and login fail for a key that the server does not know, and for one that was deleted', async () => {
  const bogus = `pak_${'A'.repeat(13)}_${'b'.repeat(49)}`
  const refused = async (key: string) => {
    for (const words of [['whoami'], ['login']]) {
      const { code, out, err } = await envhold(words, key)
      expect({ code, out }).toEqual({ code: 1, out: '' })
      expect(err).toContain('The server rejected the token')
    }
  }
  await refused(bogus)
  await world.ada.client.call(deleteApiKey, { params: { id: world.projectId, keyId: both.id } })
  await refused(both.key)
})

test('a key whose project was deleted or archived says so, and its offline copy is not used', async () => {
  const { client } = world.ada
  const { project } = await client.call(createProject, { body: { name: 'gone' } })
  const params = { projectId: project.id }
  const { environment } = await client.call(createEnvironment, {
    params,
    body: { name: 'production', protected: false },
  })
  const body = { variables: { PORT: '1' }, mode: 'merge' as const }
  await client.call(writeVariables, { params: { id: environment.id }, body })
  const { api_key } = await client.call(createApiKey, {
    params: { id: project.id },
    body: { name: 'Gone', permissions: ['read_variables', 'variables.api_inject'] },
  })
  const words = ['get', 'PORT', '--offline-fallback']
  expect((await envhold(words, api_key.api_key)).out).toBe('1')
  await client.call(deleteProject, { params: { id: project.id } })
  const { code, out, err } = await envhold(words, api_key.api_key)
  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(err).toContain('Project not found')
})

test('init chooses what the key can read', async () => {
  const done = await envhold(['init', '--yes'], world.apiKey)
  expect(done.err).toContain('This folder now uses shop/development')
  const wrong = await envhold(['init', '--yes', '--project', 'other'], world.apiKey)
  expect(wrong.err).toContain('belongs to the project shop, not to other')
  const hidden = await envhold(['init', '--yes', '--env', 'production'], world.apiKey)
  expect(hidden.err).toContain('It can read: development')
})
