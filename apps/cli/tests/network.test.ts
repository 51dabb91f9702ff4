import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type CliWorld, cliWorld } from './cli-world.ts'
import { authorityFile, type Front, type Instead, startFront, startProxy } from './front.ts'

let world: CliWorld
const fronts: Front[] = []
beforeAll(async () => {
  world = await cliWorld()
})
afterAll(() => world.stop())
afterEach(async () => {
  for (const front of fronts.splice(0)) await front.stop()
})

const kept = <T extends Front>(front: T): T => {
  fronts.push(front)
  return front
}
const front = async (instead?: Instead, secure = false) =>
  kept(await startFront(world.server.url, { secure, ...(instead && { instead }) }))
const proxy = async (options: { tunnelTo?: number; refuse?: boolean } = {}) =>
  kept(await startProxy(world.server.url, options))
const where = () => ({ ENVHOLD_PROJECT: 'shop', ENVHOLD_ENV: 'development' })
const envhold = (words: string[], env: Record<string, string>, input?: string) =>
  world.envhold(words, {
    env: { ENVHOLD_TOKEN: world.token, ...where(), ...env },
    ...(input !== undefined && { input }),
  })
const page =
  (status: number, headers: Record<string, string> = {}): Instead =>
  (_, answer) => {
    answer.writeHead(status, { 'content-type': 'text/html', ...headers }).end('<html>')
    return true
  }

test('an offline copy is not explained by a server that is away when the server answered', async () => {
  const instead: { now?: Instead } = {}
  const { url } = await front((...call) => instead.now?.(...call) ?? false)
  const read = () => envhold(['get', 'PORT', '--offline-fallback'], { ENVHOLD_SERVER: url })
  const { out } = await read()
  const body = JSON.stringify({ error: 'UNAVAILABLE', message: 'Busy.', request_id: 'r1' })
  instead.now = (_, answer) => {
    answer.writeHead(503, { 'content-type': 'application/json', 'retry-after': '60' }).end(body)
    return true
  }
  const busy = await read()
  expect(busy).toMatchObject({ code: 0, out })
  expect(busy.err).toContain('is not available right now: using the copy')
  expect(busy.err).not.toContain('cannot be reached')
})

describe('one call', () => {
  test.each(['personal token', 'API key'])('is all that run, pull and get make with a %s', async (kind) => {
    const { url, seen } = await front()
    const env = { ENVHOLD_SERVER: url, ENVHOLD_TOKEN: kind === 'API key' ? world.apiKey : world.token }
    for (const words of [
      ['run', '--', 'true'],
      ['get', 'PORT'],
      ['pull', '--output', '-'],
    ]) {
      expect((await envhold(words, env)).code, words[0]).toBe(0)
      expect(seen.splice(0).map(({ line }) => line.replace(/\?.*/, ''))).toEqual([
        kind === 'API key' ? 'GET /api/v1/variables' : 'GET /api/env/variables',
      ])
    }
  })

  test('ids in .envhold.json need no further call', async () => {
    const { url, seen } = await front()
    const file = join(world.folder, '.envhold.json')
    const project = { id: world.projectId, name: 'an old name' }
    await writeFile(file, JSON.stringify({ project, environment: { id: world.production, name: 'old too' } }))
    const env = { ENVHOLD_SERVER: url, ENVHOLD_PROJECT: '', ENVHOLD_ENV: '' }
    expect((await envhold(['get', 'PORT'], env)).out).toBe('80')
    expect(seen).toHaveLength(1)
    await writeFile(file, '{}')
  })
})

describe('a server without TLS', () => {
  test.each([['get', 'PORT'], ['run', '--', 'true'], ['login'], ['whoami'], ['push', '-', '--yes']])(
    '%s sends it nothing',
    async (...words) => {
      const { url, seen } = await proxy()
      const env = { ENVHOLD_SERVER: 'http://vault.test', HTTP_PROXY: url }
      const { code, out, err } = await envhold(words, env, 'A=1')
      expect({ code, out }).toEqual({ code: 1, out: '' })
      expect(err).toContain('http://vault.test is not encrypted')
      expect(err).toContain('--insecure')
      expect(seen).toEqual([])
    },
  )

  test('is used with --insecure, through the proxy as well', async () => {
    const { port, seen } = await proxy()
    const env = { ENVHOLD_SERVER: 'http://vault.test', http_proxy: `http://me:p%40ss@127.0.0.1:${port}` }
    expect((await envhold(['get', 'PORT', '--insecure'], env)).out).toBe('3000')
    expect((await envhold(['get', 'PORT'], { ...env, ENVHOLD_INSECURE: '1' })).out).toBe('3000')
    expect(seen[0]?.line).toMatch(/^GET http:\/\/vault\.test\/api\/env\/variables/)
    expect(seen[0]?.headers).toMatchObject({
      host: 'vault.test',
      'proxy-authorization': `Basic ${btoa('me:p@ss')}`,
      authorization: `Bearer ${world.token}`,
    })
  })

  test('on this machine is reached directly, never through a proxy', async () => {
    const { url, seen } = await proxy()
    const env = { ENVHOLD_SERVER: world.server.url, HTTP_PROXY: url, NODE_USE_ENV_PROXY: '1' }
    expect((await envhold(['get', 'PORT'], env)).out).toBe('3000')
    expect(seen).toEqual([])
  })
})

describe('redirects', () => {
  test.each(['http', 'https'])('a redirect from %s to http is named and not followed', async (from) => {
    const other = await front()
    const redirect = page(302, { location: `${other.url}/api/secret?x=1` })
    const first = await front(redirect, from === 'https')
    const env = { ENVHOLD_SERVER: first.url, ENVHOLD_CA_FILE: authorityFile }
    for (const words of [
      ['get', 'PORT'],
      ['login', '--token'],
    ]) {
      const { code, err } = await envhold(words, env, world.token)
      expect(code).toBe(1)
      expect(err).toContain(`answered 302, a redirect to ${other.url}.`)
      expect(err).not.toContain('x=1')
    }
    expect(first.seen).toHaveLength(2)
    expect(other.seen).toEqual([])
  })
})

describe('a proxy', () => {
  test.each(['HTTPS_PROXY', 'https_proxy'])('in %s opens a tunnel, and sees no token', async (name) => {
    const behind = await front(undefined, true)
    const { port, seen } = await proxy({ tunnelTo: behind.port })
    const env = {
      ENVHOLD_SERVER: 'https://vault.test',
      ENVHOLD_CA_FILE: authorityFile,
      [name]: `http://me:secret@127.0.0.1:${port}`,
    }
    expect(await envhold(['get', 'PORT'], env)).toMatchObject({ code: 0, out: '3000', err: '' })
    expect(seen.map(({ line }) => line)).toEqual(['CONNECT vault.test:443'])
    expect(seen[0]?.headers['proxy-authorization']).toBe(`Basic ${btoa('me:secret')}`)
    expect(JSON.stringify(seen)).not.toContain(world.token)
    const direct = await envhold(['get', 'PORT'], { ...env, NO_PROXY: 'vault.test' })
    expect(direct.code).toBe(1)
    expect(direct.err).toContain('https://vault.test')
    expect(seen).toHaveLength(1)
  })

  test('that rejects is named, without its password', async () => {
    const { port } = await proxy({ refuse: true })
    const env = { ENVHOLD_SERVER: 'https://vault.test', HTTPS_PROXY: `http://me:secret@127.0.0.1:${port}` }
    const { code, err } = await envhold(['get', 'PORT'], env)
    expect(code).toBe(1)
    expect(err).toContain(`the proxy http://127.0.0.1:${port} answered 407`)
    expect(err).not.toContain('secret')
  })
})

describe('a private certificate authority', () => {
  test('is named as the cause, and works with its file', async () => {
    const { url, seen } = await front(undefined, true)
    const get = (env: Record<string, string>, ...more: string[]) =>
      envhold(['get', 'PORT', ...more], { ENVHOLD_SERVER: url, ...env })
    const refused = await get({})
    expect(refused.code).toBe(1)
    expect(refused.err).toContain(
      `The certificate of ${url} is signed by an authority that this machine does not trust`,
    )
    expect(refused.err).toContain('--ca-file FILE, ENVHOLD_CA_FILE or NODE_EXTRA_CA_CERTS')
    expect(seen).toEqual([])
    expect((await get({}, '--ca-file', authorityFile)).out).toBe('3000')
    expect((await get({ ENVHOLD_CA_FILE: authorityFile })).out).toBe('3000')
    expect((await get({ NODE_EXTRA_CA_CERTS: authorityFile })).out).toBe('3000')
    expect((await get({}, '--ca-file', 'nowhere.pem')).err).toContain('nowhere.pem does not exist')
    await writeFile(join(world.folder, 'empty.pem'), 'nothing')
    expect((await get({}, '--ca-file', 'empty.pem')).err).toContain('contains no certificate')
  })
})

describe('temporary failures', () => {
  const failing =
    (times: number, how: Instead): Instead =>
    (nth, answer, incoming) =>
      nth <= times && how(nth, answer, incoming)
  const reset: Instead = (_, __, incoming) => {
    incoming.socket.resetAndDestroy()
    return true
  }

  test.each([
    ['502', page(502)],
    ['503', page(503, { 'retry-after': '1' })],
    ['429', page(429)],
    ['a reset', reset],
  ])('a read survives %s twice', async (_, how) => {
    const { url, seen } = await front(failing(2, how))
    const { code, out } = await envhold(['get', 'PORT'], { ENVHOLD_SERVER: url })
    expect({ code, out }).toEqual({ code: 0, out: '3000' })
    expect(seen).toHaveLength(3)
  })

  test('a third failure is reported with its status', async () => {
    const { url, seen } = await front(page(502))
    const { code, err } = await envhold(['get', 'PORT'], { ENVHOLD_SERVER: url })
    expect(code).toBe(1)
    expect(err).toContain('answered 502')
    expect(err).toContain('Is there a proxy in front of it?')
    expect(seen).toHaveLength(3)
  })

  test('does not wait for a long Retry-After', async () => {
    const { url, seen } = await front(page(503, { 'retry-after': '60' }))
    expect((await envhold(['get', 'PORT'], { ENVHOLD_SERVER: url })).code).toBe(1)
    expect(seen).toHaveLength(1)
  })

  test('a write is tried once', async () => {
    const isWrite = (method: string | undefined) => method !== 'GET'
    const { url, seen } = await front(
      (_, answer, incoming) => isWrite(incoming.method) && page(502)(0, answer, incoming),
    )
    const { code, err } = await envhold(['set', 'PORT=1'], { ENVHOLD_SERVER: url })
    expect(code).toBe(1)
    expect(err).toContain('answered 502')
    expect(seen.filter(({ line }) => !line.startsWith('GET'))).toHaveLength(1)
  })
})

test.each([
  [200, '<html>'],
  [200, '{"project":{"id":1}}'],
  [404, '{"error":"not found"}'],
])('a response that is not Envhold’s is reported with its status: %s %s', async (status, body) => {
  const { url } = await front((_, answer) => {
    answer.writeHead(status, { 'content-type': 'application/json' }).end(body)
    return true
  })
  const { code, err } = await envhold(['get', 'PORT'], { ENVHOLD_SERVER: url })
  expect(code).toBe(1)
  expect(err).toContain(`answered ${status}, but what answered is not Envhold`)
})
