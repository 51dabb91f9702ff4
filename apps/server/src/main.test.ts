import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFile, stat } from 'node:fs/promises'
import { createServer, connect as open } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { newServerSecret, parseServerSecret } from '@envhold/integrity/server-secret.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { forEachEngine } from '../../../dev/world/app-for-tests.ts'
import { databaseSettings } from '../../../dev/world/new-database.ts'
import { runProgram, serverFile } from '../../../dev/world/run-program.ts'
import { StartError, type StartedServer, startServer } from '../../../dev/world/start-server.ts'

const refusalOf = async (starting: Promise<StartedServer>): Promise<StartError> => {
  const started = await starting.catch((error: unknown) => error)
  if (started instanceof StartError) return started
  await (started as StartedServer).stop?.()
  throw new Error('The server should not have started', { cause: started })
}
const startWith = (settings: Record<string, string>) => startServer({ engine: 'sqlite', settings })

test('warns at the start of an instance that others can reach, and that sells plans for no money', async () => {
  for (const [url, warns] of [
    ['https://vault.example.com', true],
    ['http://127.0.0.1:4680', false],
  ] as const) {
    const server = await startWith({ PUBLIC_URL: url, LOG_LEVEL: 'info' })
    // Both outputs of the process arrive apart; the end of it comes after what it wrote.
    await server.end()
    await expect.poll(() => server.output()).toContain('"stopped"')
    expect(server.output().includes('payments are in test mode')).toBe(warns)
    await server.stop()
  }
})

test.each([
  [{}, true],
  [{ PUBLIC_URL: 'https://vault.example.com' }, false],
])(
  'warns at the start where other machines can connect, but links lead to this one: %o',
  async (settings, warns) => {
    const server = await startWith({ HOST: '0.0.0.0', LOG_LEVEL: 'info', ...settings })
    await server.end()
    await expect.poll(() => server.output()).toContain('"stopped"')
    expect(server.output().includes('PUBLIC_URL is not set')).toBe(warns)
    await server.stop()
  },
)

forEachEngine((engine) => {
  let server: StartedServer
  beforeAll(async () => {
    server = await startServer({ engine, settings: await databaseSettings(engine) })
  })
  afterAll(() => server.stop())

  test('prints its URL on stdout once it is ready', async () => {
    expect(server.output()).toMatch(/^Envhold is ready at http:\/\/localhost:\d+$/m)
    expect((await fetch(`${server.url}/api/health/ready`)).status).toBe(200)
  })

  test('keeps its data private to its owner', async () => {
    const modeOf = async (path: string) => (await stat(path)).mode & 0o777
    expect(await modeOf(server.dataDir)).toBe(0o700)
    if (engine === 'sqlite') expect(await modeOf(join(server.dataDir, 'server-secret'))).toBe(0o600)
  })

  test('finishes running calls on SIGTERM, accepts no new ones, and exits 0', async () => {
    const port = Number(new URL(server.url).port)
    const slow = open(port, '127.0.0.1')
    await once(slow, 'connect')
    const body = '{"email":"nobody","password":"x"}'
    const head = ['POST /api/auth/login HTTP/1.1', 'Host: x', 'Content-Type: application/json']
    slow.write([...head, `Content-Length: ${body.length}`, '', body.slice(0, 5)].join('\r\n'))
    const answer = text(slow)
    await fetch(`${server.url}/api/health/live`)

    const started = performance.now()
    const ending = server.end()
    const refused = async () => {
      for (;;) {
        const failure = await fetch(`${server.url}/api/health/live`).catch((error: unknown) => error)
        if (failure instanceof Error) return true
      }
    }
    expect(await refused()).toBe(true)
    slow.write(body.slice(5))
    expect(await answer).toMatch(/^HTTP\/1\.1 401 [\s\S]*INVALID_CREDENTIALS/)
    expect(await ending).toBe(0)
    expect(performance.now() - started).toBeLessThan(7_000)
    server = await server.startAgain()
  })

  test('exits 0 on Ctrl-C too, and quickly when nothing runs', async () => {
    await fetch(`${server.url}/api/health/live`)
    const started = performance.now()
    expect(await server.end('SIGINT')).toBe(0)
    expect(performance.now() - started).toBeLessThan(7_000)
    server = await server.startAgain()
  })

  test('starts unattended after kill -9', async () => {
    await server.kill()
    server = await server.startAgain()
    expect((await fetch(`${server.url}/api/health/ready`)).status).toBe(200)
  })

  test('rejects a secret that is not the database’s with exit code 78, and says what to do', async () => {
    await server.end()
    const SERVER_SECRET = newServerSecret()
    const refusal = await refusalOf(startServer({ engine, settings: { ...server.settings, SERVER_SECRET } }))
    expect(refusal.exitCode).toBe(78)
    expect(refusal.output).toMatch(/SERVER_SECRET is not the secret of this database: set the one/)
    expect(refusal.output).not.toContain(SERVER_SECRET)
    server = await server.startAgain()
  })
})

test('a second process on the same data folder is rejected immediately, with the reason', async () => {
  const first = await startServer({ engine: 'sqlite' })
  const started = performance.now()
  const refusal = await refusalOf(startWith({ DATA_DIR: first.dataDir }))
  expect(refusal.exitCode).toBe(75)
  expect(refusal.output).toContain(`Another Envhold process is using the data folder ${first.dataDir}`)
  expect(performance.now() - started).toBeLessThan(first.readyMs + 5_000)
  expect((await fetch(`${first.url}/api/health/ready`)).status).toBe(200)
  await first.stop()
})

test('says which Node it needs on an older one, before anything of a newer one is used', async () => {
  const older =
    "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '24.6.0' } })"
  const nodeArgs = ['--import', `data:text/javascript,${encodeURIComponent(older)}`]
  expect(await runProgram('verify', {}, [], { nodeArgs })).toEqual({
    code: 78,
    out: '',
    err: 'Envhold needs Node 24.7 or newer, and this is Node 24.6.0.\n',
  })
})

const systemNode = spawnSync('node', ['--version'], { encoding: 'utf8' }).stdout?.trim() ?? ''
test.runIf(/^v2[0-3]\./.test(systemNode))('the Node of this system is too old, which it says', () => {
  const { status, stderr } = spawnSync('node', [serverFile, '--version'], { encoding: 'utf8' })
  expect({ status, stderr }).toEqual({
    status: 78,
    stderr: `Envhold needs Node 24.7 or newer, and this is Node ${systemNode.slice(1)}.\n`,
  })
})

test('several nodes serve one PostgreSQL', async () => {
  const one = await startServer({ engine: 'postgres', settings: await databaseSettings('postgres') })
  const settings = {
    DATABASE_URL: one.settings.DATABASE_URL ?? '',
    SERVER_SECRET: one.settings.SERVER_SECRET ?? '',
  }
  const two = await startServer({ engine: 'postgres', settings })
  expect((await fetch(`${two.url}/api/health/ready`)).status).toBe(200)
  await Promise.all([one.stop(), two.stop()])
})

test('lists every bad setting at once and exits with 78', async () => {
  const refusal = await refusalOf(startWith({ PORT: 'http', SIGN_UPS: 'perhaps', TRUST_PROXY: 'everybody' }))
  expect(refusal.exitCode).toBe(78)
  expect(refusal.output.match(/^(PORT|SIGN_UPS|TRUST_PROXY) must be /gm)).toHaveLength(3)
})

test('reports a port that is in use', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const address = taken.address()
  const refusal = await refusalOf(startWith({ PORT: String(typeof address === 'object' && address?.port) }))
  expect([refusal.exitCode, refusal.output]).toEqual([
    75,
    expect.stringContaining('in use by another process'),
  ])
  taken.close()
})

test('reports a database that does not respond, without its password', async () => {
  const DATABASE_URL = 'postgres://envhold:hunter2@127.0.0.1:1/envhold'
  const refusal = await refusalOf(startServer({ engine: 'postgres', settings: { DATABASE_URL } }))
  expect([refusal.exitCode, refusal.output]).toEqual([69, expect.stringContaining('nothing answers')])
  expect(refusal.output).not.toContain('hunter2')
})

test('creates a server secret on request', async () => {
  const { out } = await runProgram('serve', {}, ['--new-server-secret', '2'])
  expect(parseServerSecret(out.trim()).kid).toBe(2)
})

test('rejects options that it does not know, instead of starting', async () => {
  for (const [args, message] of [
    [['--accept-restore'], 'Did you mean --accept-restored?'],
    [['--new-server-secret', 'x'], 'NUMBER is 1 to 255'],
  ] as const)
    expect(await runProgram('serve', {}, args)).toMatchObject({
      code: 64,
      err: expect.stringContaining(message),
    })
})

test('the secret that it creates itself is valid', async () => {
  const server = await startServer({ engine: 'sqlite' })
  const kept = await readFile(join(server.dataDir, 'server-secret'), 'utf8')
  expect(parseServerSecret(kept.trim()).kid).toBe(1)
  expect(server.output()).not.toContain(kept.trim())
  await server.stop()
})
