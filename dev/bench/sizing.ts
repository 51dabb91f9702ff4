// What an instance needs as it grows: processor time, memory and disk of projects, calls, writes and sign-ins. The
// server is on one core; its processor time, memory and bytes depend little on what else the machine does.

import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createClient } from '@envhold/client/client.ts'
import { login } from '@envhold/contract/accounts/accounts.ts'
import { writeVariables } from '@envhold/contract/variables/variables.ts'
import { Client } from 'pg'
import { seedApiKey, seedProject } from '../world/seed-project.ts'
import { type Person, signUp } from '../world/sign-up.ts'
import { type StartedServer, startServer } from '../world/start-server.ts'
import { pin, serverCore } from './cores.ts'
import type { LoadRequest } from './load.ts'
import { expected } from './measure.ts'
import { type Meter, meterOf } from './meter.ts'
import { residentMiB } from './resident.ts'

type Engine = 'sqlite' | 'postgres'

const projects = 400
const environments = ['development', 'staging', 'production'] as const
const variables = 20
const writes = 400
const signIns = 40
const together = 6
const callSeconds = 20

const print = (line: string) => process.stdout.write(`${line}\n`)
const whole = (number: number) => Math.round(number).toLocaleString('en')
const mb = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`
const valuesOf = (edit: number) =>
  Object.fromEntries(
    Array.from({ length: variables }, (_, n) => [
      `SERVICE_${n}_URL`,
      `postgres://user-${n}:a-password-of-some-length@db-${edit}.internal:5432/name`,
    ]),
  )

interface Disk {
  /** Of the database. */
  readonly bytes: () => Promise<number>
  /** Written to the log of writes: of PostgreSQL all so far; of SQLite the size of its file, which is used again. */
  readonly logBytes: () => Promise<number>
  readonly close: () => Promise<void>
}

async function diskOf({ dataDir, settings }: StartedServer): Promise<Disk> {
  if (!settings.DATABASE_URL) {
    const file = new DatabaseSync(join(dataDir, 'envhold.db'), { readOnly: true, timeout: 5_000 })
    const pragma = (name: string) => Number(Object.values(file.prepare(`pragma ${name}`).get() ?? {})[0])
    return {
      bytes: async () => pragma('page_count') * pragma('page_size'),
      logBytes: async () => statSync(join(dataDir, 'envhold.db-wal')).size,
      close: async () => file.close(),
    }
  }
  const client = new Client({ connectionString: settings.DATABASE_URL })
  await client.connect()
  const number = async (text: string) => Number((await client.query<{ n: string }>(text)).rows[0]?.n)
  return {
    bytes: () => number('select pg_database_size(current_database()) as n'),
    logBytes: () => number("select pg_current_wal_lsn() - '0/0'::pg_lsn as n"),
    close: () => client.end(),
  }
}

const peakMiB = (pid: number) =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

/** Runs work on each number below `count`, some at the same time. */
async function forEach(count: number, work: (n: number) => Promise<unknown>): Promise<void> {
  let next = 0
  const worker = async () => {
    for (let n = next++; n < count; n = next++) await work(n)
  }
  await Promise.all(Array.from({ length: together }, worker))
}

interface World {
  readonly server: StartedServer
  readonly meter: Meter
  readonly disk: Disk
}

/** Does some things and prints what each of them cost. */
async function measure(world: World, name: string, work: () => Promise<number>): Promise<void> {
  const { server, meter, disk } = world
  const before = { bytes: await disk.bytes(), log: await disk.logBytes() }
  const end = await meter.start()
  const done = await work()
  const { serverUs, databaseUs } = await end()
  const [bytes, log] = [(await disk.bytes()) - before.bytes, await disk.logBytes()]
  const cells = [
    name,
    whole(done),
    `${(serverUs / done / 1_000).toFixed(3)} ms`,
    `${(databaseUs / done / 1_000).toFixed(3)} ms`,
    `${whole(bytes / done)} B`,
    server.settings.DATABASE_URL ? `${whole((log - before.log) / done)} B` : `file of ${mb(log)}`,
    `${Math.round(residentMiB(server.pid))} MiB`,
    `${Math.round(peakMiB(server.pid))} MiB`,
  ]
  print(`| ${cells.join(' | ')} |`)
}

export async function measureSizing(engine: Engine): Promise<void> {
  const server = await startServer({ engine, settings: { LOG_LEVEL: 'error', TRUST_PROXY: '127.0.0.1' } })
  pin(server.pid, serverCore)
  const world = { server, meter: await meterOf(server), disk: await diskOf(server) }
  try {
    print(`\n${engine}: empty, ${mb(await world.disk.bytes())} on disk`)
    print('| what | how many | server CPU each | database CPU each | disk each | log each | memory | peak |')
    print('|---|---:|---:|---:|---:|---:|---:|---:|')
    const owner = await signUp(server.url)
    await measureUse(world, owner)
  } finally {
    await world.disk.close()
    await world.meter.close()
    await server.stop()
  }
}

async function measureUse(world: World, owner: Person): Promise<void> {
  const { url } = world.server
  const requests: LoadRequest[] = []
  const ids: number[] = []
  await measure(world, `projects of 3 environments with ${variables} variables, and a key`, async () => {
    await forEach(projects, async () => {
      const { project, ids: created } = await seedProject(owner, ...environments)
      for (const id of Object.values(created)) await write(owner, id, 0)
      const { apiKey } = await seedApiKey(owner, project.id)
      ids.push(created.production)
      requests.push({
        url: `${url}/api/v1/inject/${project.id}/production`,
        headers: { 'x-api-key': apiKey },
      })
    })
    return projects
  })
  const calls =
    (some: readonly LoadRequest[], connections: number, status = 200) =>
    async () =>
      (await expected({ requests: some, status }, connections, callSeconds)).answers
  await measure(world, 'first calls of the keys', async () => {
    await forEach(projects, async (n) => await call(requests[n]))
    return projects
  })
  await measure(world, 'calls of all keys, one after the other', calls(requests, 1))
  await measure(world, 'calls of all keys, 50 at a time', calls(requests, 50))
  await measure(world, 'calls of one key, 50 at a time', calls(requests.slice(0, 1), 50))
  const unchanged = await Promise.all(requests.slice(0, 50).map(withEtag))
  await measure(world, 'unchanged calls (304) of 50 keys, 50 at a time', calls(unchanged, 50, 304))
  await measure(world, 'writes of one of the variables', async () => {
    await forEach(writes, async (n) => await write(owner, ids[n % ids.length] ?? 0, n + 1, 1))
    return writes
  })
  await measure(world, 'sign-ins', async () => {
    const { email, password } = owner
    await forEach(signIns, async (n) => {
      // Each from an IP address of its own: one address may not sign in so often.
      const headers = () => ({ 'x-forwarded-for': `192.0.2.${n}` })
      await createClient({ server: url, headers, timeoutMs: 60_000 }).call(login, {
        body: { email, password },
      })
    })
    return signIns
  })
}

const write = ({ client }: Person, id: number, edit: number, count = variables) =>
  client.call(writeVariables, {
    params: { id },
    body: { variables: Object.fromEntries(Object.entries(valuesOf(edit)).slice(0, count)), mode: 'merge' },
  })

async function call({ url, headers }: LoadRequest = { url: '', headers: {} }): Promise<Response> {
  const answer = await fetch(url, { headers })
  await answer.arrayBuffer()
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}`)
  return answer
}

async function withEtag(request: LoadRequest): Promise<LoadRequest> {
  const answer = await call(request)
  return { ...request, headers: { ...request.headers, 'if-none-match': answer.headers.get('etag') ?? '' } }
}
