import { spawn } from 'node:child_process'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createClient } from '@envhold/client/client.ts'
import { createEnvironment, deleteEnvironment } from '@envhold/contract/environments/environments.ts'
import { limits } from '@envhold/contract/limits.ts'
import { createCliToken } from '@envhold/contract/personal-tokens/personal-tokens.ts'
import { createProject, listProjects } from '@envhold/contract/projects/projects.ts'
import { writeVariables } from '@envhold/contract/variables/variables.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { signUp } from '../../../../dev/world/sign-up.ts'
import { type StartedServer, startServer } from '../../../../dev/world/start-server.ts'
import { type CliWorld, cliWorld, logInAndInit, seeded } from '../../tests/cli-world.ts'
import { startFront } from '../../tests/front.ts'

let world: CliWorld
beforeAll(async () => {
  world = await cliWorld()
  await logInAndInit(world)
})
afterAll(() => world.stop())

const path = () => join(world.folder, '.env')
const read = () => readFile(path(), 'utf8')
const present = async () => JSON.parse((await world.envhold(['pull', '-f', 'json'])).out)

let running: Watching | null = null
beforeEach(async () => {
  await world.put(world.development, seeded)
  await world.removeFile()
})
afterEach(async () => {
  await running?.end('SIGKILL')
  running = null
})

interface Watching {
  readonly said: () => string
  readonly out: () => string
  says(words: string): Promise<void>
  end(signal: NodeJS.Signals): Promise<NodeJS.Signals | number | null>
  readonly ended: Promise<NodeJS.Signals | number | null>
}

async function watching(words: string[] = [], env: Record<string, string> = {}): Promise<Watching> {
  const child = spawn(process.execPath, [world.bundle, 'sync', '--watch', ...words], {
    cwd: world.folder,
    env: { ...world.environment, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [said, out] = ['', '']
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
  const ended = new Promise<NodeJS.Signals | number | null>((resolve) =>
    child.once('exit', (code, signal) => resolve(signal ?? code)),
  )
  const watching: Watching = {
    said: () => said,
    out: () => out,
    says: (text) => expect.poll(() => said, { timeout: 10_000, interval: 20 }).toContain(text),
    end: (signal) => {
      child.kill(signal)
      return ended
    },
    ended,
  }
  running = watching
  await watching.says('Ctrl-C stops')
  return watching
}

/** How long after the write on the server a text is in the file. */
async function msUntilFile(text: string): Promise<number> {
  const began = performance.now()
  await expect.poll(read, { timeout: 10_000, interval: 10 }).toContain(text)
  return performance.now() - began
}

test('a change on the server is in the file within 2 seconds, complete, and for its owner only', async () => {
  await watching()
  const took: number[] = []
  for (let port = 4_001; port <= 4_008; port++) {
    await world.put(world.development, { ...seeded, PORT: String(port) })
    took.push(await msUntilFile(`PORT=${port}\n`))
    expect(await read()).toBe(`DATABASE_URL=postgres://localhost/dev\nGREETING='hello world'\nPORT=${port}\n`)
  }
  // Not the longest: a busy machine may stop for a second at any time.
  expect(took.sort((a, b) => a - b)[4]).toBeLessThan(2_000)
  expect((await stat(path())).mode & 0o777).toBe(0o600)
})

test('follows both sides', async () => {
  const { says } = await watching(['--push'])
  await world.put(world.development, { ...seeded, PORT: '3001' })
  await msUntilFile('PORT=3001')
  await writeFile(path(), `${await read()}FROM_FILE=1\n`)
  await says('Pushed .env')
  expect(await present()).toEqual({ ...seeded, PORT: '3001', FROM_FILE: '1' })
  await writeFile(path(), `${await read()}AND_MORE=1\n`)
  await expect.poll(present, { timeout: 10_000 }).toMatchObject({ AND_MORE: '1' })
  await world.put(world.development, seeded)
  await expect.poll(read, { timeout: 10_000 }).not.toContain('FROM_FILE')
})

test('says that someone else wrote first', async () => {
  const front = await startFront(world.server.url, {
    instead: (_, answer, { method }) => {
      if (method !== 'PUT') return false
      void world.put(world.development, { ...seeded, GREETING: 'theirs' }).then(() => {
        const body = { error: 'VERSION_MISMATCH', message: 'Changed.', request_id: 'r1' }
        answer.writeHead(412, { 'content-type': 'application/json' }).end(JSON.stringify(body))
      })
      return true
    },
  })
  try {
    const { says, said } = await watching(['--push', '--server', front.url], { ENVHOLD_TOKEN: world.token })
    await writeFile(path(), `${await read()}FROM_FILE=1\n`)
    await says('Someone else wrote to shop/development first.')
    await says('both changed')
    expect(said()).not.toContain('does not answer')
  } finally {
    await running?.end('SIGKILL')
    await front.stop()
  }
})

test('never overwrites what the user wrote', async () => {
  const { says } = await watching()
  await writeFile(path(), 'MINE=1\n')
  await says('has local changes')
  await world.put(world.development, { ...seeded, PORT: '3001' })
  await says('both changed')
  expect(await read()).toBe('MINE=1\n')
})

test('continues after a file that is not UTF-8, and a write that the server rejects', async () => {
  const { says } = await watching(['--push'])
  const before = await read()
  await writeFile(path(), Buffer.from([0x41, 0x3d, 0xff, 0x0a]))
  await says('is not UTF-8 text')
  await writeFile(path(), `${before}LONG=${'x'.repeat(limits.valueBytes + 1)}\n`)
  await says('LONG')
  await writeFile(path(), `${before}SHORT=1\n`)
  await says('Pushed .env')
  expect(await present()).toEqual({ ...seeded, SHORT: '1' })
})

test('edits do not wait for --interval after a push', async () => {
  await watching(['--push', '--interval', '3600'])
  for (const value of ['1', '2']) {
    await writeFile(path(), `${(await read()).replace(/EDIT=.*\n/, '')}EDIT=${value}\n`)
    await expect.poll(present, { timeout: 20_000 }).toMatchObject({ EDIT: value })
  }
})

test('an interrupt at any moment leaves complete files and nothing else', async () => {
  for (let round = 0; round < 6; round++) {
    const { end } = await watching()
    await world.put(world.development, { BIG: 'x'.repeat(60_000), ROUND: String(round) })
    await new Promise((resolve) => setTimeout(resolve, 300 + round * 60))
    expect(await end('SIGINT')).toBe('SIGINT')
    expect((await readdir(world.folder)).sort()).toEqual(['.env', '.envhold.json'])
    expect(await read()).toMatch(/^(BIG=x{60000}\nROUND=\d|DATABASE_URL=.*\nGREETING=.*\nPORT=3000)\n$/)
    await world.put(world.development, seeded)
  }
})

test('prints events as lines of JSON', async () => {
  const { out } = await watching(['--json'])
  await world.put(world.development, { ...seeded, PORT: '3002' })
  await msUntilFile('PORT=3002')
  const event = { done: 'pulled', environment: 'shop/development', file: path() }
  await expect
    .poll(() =>
      out()
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    )
    .toMatchObject([event, event])
})

test('continues after the server was unreachable', async () => {
  const first = world
  const server = await startServer({ engine: 'sqlite', hasFixedPort: true })
  world = await cliWorld(
    Promise.resolve({ ...server, addPerson: (signUpOptions) => signUp(server.url, signUpOptions) }),
  )
  let again: StartedServer | undefined
  try {
    await logInAndInit(world)
    const { says, said } = await watching()
    await server.kill()
    await says('does not answer')
    again = await server.startAgain()
    await says('answers again')
    await world.put(world.development, { ...seeded, PORT: '3003' })
    await msUntilFile('PORT=3003')
    expect(said().match(/does not answer/g)).toHaveLength(1)
  } finally {
    await running?.end('SIGKILL')
    await again?.stop()
    await world.stop()
    world = first
  }
})

test('a deleted environment ends it, with a message', async () => {
  const { client } = world.ada
  const { environment } = await client.call(createEnvironment, {
    params: { projectId: world.projectId },
    body: { name: 'short-lived' },
  })
  const { ended, said } = await watching(['--env', 'short-lived'])
  const params = { projectId: world.projectId, envId: environment.id }
  await client.call(deleteEnvironment, { params })
  expect(await ended).toBe(1)
  expect(said()).toContain('has no environment “short-lived”')
  expect(said()).toContain('It has: development, production')
})

test('a token’s limit does not end it: it says when it continues', async () => {
  const bob = await world.server.addPerson({ email: 'bob@example.com' })
  const { project } = await bob.client.call(createProject, { body: { name: 'small' } })
  const { environment } = await bob.client.call(createEnvironment, {
    params: { projectId: project.id },
    body: { name: 'dev' },
  })
  const { token } = await bob.client.call(createCliToken, {})
  const { says, said } = await watching(['--project', 'small', '--env', 'dev'], { ENVHOLD_TOKEN: token })
  const client = createClient({
    server: world.server.url,
    headers: () => ({ authorization: `Bearer ${token}` }),
  })
  const rounds = Array.from({ length: limits.personalTokenCallsPerHour / 20 })
  for (const _ of rounds)
    await Promise.all(Array.from({ length: 20 }, () => client.call(listProjects, {}).catch(() => {})))
  expect(said()).not.toContain('no more calls')
  const body = { variables: { A: '1' }, mode: 'merge' } as const
  await bob.client.call(writeVariables, { params: { id: environment.id }, body })
  await says('accepts no more calls with this token for now. Continuing in')
})

test('a limit of weeks is waited for without calls', async () => {
  const front = await startFront(world.server.url, {
    instead: (_, answer, { url }) => {
      if (!url?.includes('/version')) return false
      const body = { error: 'RATE_LIMITED', message: 'Used up.', request_id: 'r1' }
      answer.writeHead(429, { 'content-type': 'application/json', 'retry-after': '2592000' })
      answer.end(JSON.stringify(body))
      return true
    },
  })
  try {
    const { says } = await watching(['--server', front.url], { ENVHOLD_TOKEN: world.token })
    await says('Continuing in 30 days.')
    const calls = front.seen.length
    // The pause with its random part would otherwise end at once.
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    expect(front.seen).toHaveLength(calls)
  } finally {
    await running?.end('SIGKILL')
    await front.stop()
  }
})
