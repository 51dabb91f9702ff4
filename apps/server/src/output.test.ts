import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, constants, openSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { inheritedEnvironment } from '../../../dev/world/inherited-environment.ts'
import { serverFile } from '../../../dev/world/run-program.ts'

let folder: string
let child: ChildProcess | undefined
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'envhold-output-'))
})
afterEach(async () => {
  if (child?.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
})
afterAll(() => rm(folder, { recursive: true }))

/** The server with its log going to `log`, and its URL. */
const startWith = async (log: number | 'pipe', settings: Record<string, string> = {}) => {
  const dataDir = await mkdtemp(join(folder, 'data-'))
  const started = spawn(process.execPath, [serverFile, 'serve'], {
    env: { ...inheritedEnvironment, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'debug', ...settings },
    stdio: ['ignore', 'pipe', log],
  })
  child = started
  const url = await new Promise<string>((resolve, reject) => {
    let said = ''
    started.stdout?.on('data', (bytes) => {
      said += bytes
      const ready = /^Envhold is ready at \S+:(\d+)$/m.exec(said)?.[1]
      if (ready) resolve(`http://127.0.0.1:${ready}`)
    })
    started.once('exit', (code) => reject(new Error(`ended with ${code}`)))
  })
  return { started, url }
}
const ask = async (url: string, times: number) => {
  for (let sent = 0; sent < times; sent += 50) {
    const answers = Array.from({ length: 50 }, () => fetch(`${url}/api/health/live`))
    for (const answer of await Promise.all(answers)) expect(answer.status).toBe(200)
  }
}
const endOf = async ({ started }: { started: ChildProcess }) => {
  started.kill('SIGTERM')
  const [code, signal] = await once(started, 'exit')
  return { code, signal }
}
const well = { code: 0, signal: null }
const openPipe = async (name: string) => {
  const path = join(folder, name)
  await promisify(execFile)('mkfifo', [path])
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  return { reader, writer: openSync(path, 'w') }
}
/** Lines with more bytes than a pipe or a socket buffers. */
const many = 3_000

test('a log on a full disk blocks neither the responses nor the stop', async () => {
  const full = openSync('/dev/full', 'w')
  const server = await startWith(full)
  await ask(server.url, 100)
  expect(await endOf(server)).toEqual(well)
  closeSync(full)
})

test('a log into a pipe that nobody reads blocks neither the responses nor the stop', async () => {
  const { reader, writer } = await openPipe('unread')
  const server = await startWith(writer)
  await ask(server.url, many)
  expect(await endOf(server)).toEqual(well)
  closeSync(writer)
  closeSync(reader)
})

test('a log into a socket that nobody reads blocks neither the responses nor the stop', async () => {
  const server = await startWith('pipe')
  await ask(server.url, many)
  expect(await endOf(server)).toEqual(well)
})

test('readers of the log and of the output that exit do not end the server', async () => {
  const { reader, writer } = await openPipe('left')
  const server = await startWith(writer)
  closeSync(reader)
  server.started.stdout?.destroy()
  await ask(server.url, 100)
  expect(await endOf(server)).toEqual(well)
  closeSync(writer)
})

test('drains after SIGTERM: not ready, but serving; a second SIGTERM ends that', async () => {
  const server = await startWith('pipe', { DRAIN_SECONDS: '600' })
  const ready = () => fetch(`${server.url}/api/health/ready`)
  expect((await ready()).status).toBe(200)
  server.started.kill('SIGTERM')
  let answer = await ready()
  while (answer.status === 200) answer = await ready()
  expect(answer.status).toBe(503)
  expect(await answer.json()).toMatchObject({ error: 'UNAVAILABLE', details: [{ path: 'process' }] })
  await ask(server.url, 50)
  const refused = await fetch(`${server.url}/api/auth/session`)
  expect(refused.status).toBe(401)
  // Each answer is the last one on its connection.
  expect(refused.headers.get('connection')).toBe('close')
  expect(await endOf(server)).toEqual(well)
})

test('the drain ends by itself', async () => {
  const server = await startWith('pipe', { DRAIN_SECONDS: '1' })
  const begun = performance.now()
  expect(await endOf(server)).toEqual(well)
  expect(performance.now() - begun).toBeGreaterThan(900)
})
