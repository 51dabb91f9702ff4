import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError } from '@envhold/client/api-error.ts'
import { writeVariables } from '@envhold/contract/variables/variables.ts'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { newDatabase } from '../world/new-database.ts'
import { startNodes } from '../world/start-nodes.ts'
import type { StartedServer } from '../world/start-server.ts'
import { type Call, callOnce, isAcknowledged } from './call.ts'
import { clientOf } from './client-of.ts'
import { findLosses } from './find-losses.ts'
import { createFixture, type Fixture, type InjectTarget } from './inject-targets.ts'
import { startLoad, startWrites } from './load.ts'
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts'
import { readyStatus, waitUntil } from './wait-until.ts'

/** After this time PostgreSQL ends a transaction that calls share: a quarter of the default of a setting. */
const idleMs = 3_000 / 4

let slow: TcpProxy
let pausing: StartedServer
let other: StartedServer
let fixture: Fixture
let beside: Client
beforeAll(async () => {
  const url = await newDatabase()
  slow = await startTcpProxy(url)
  const [first, second] = await startNodes({ count: 2, databaseUrls: [slow.url, url] })
  if (!first || !second) throw new Error('Two nodes are needed')
  pausing = first
  other = second
  fixture = await createFixture(other.url, 6)
  beside = new Client({ connectionString: url })
  await beside.connect()
})
afterEach(() => {
  process.kill(pausing.pid, 'SIGCONT')
})
afterAll(async () => {
  await beside.end()
  await Promise.all([pausing.stop(), other.stop()])
  slow.stop()
})

/** The projects whose head a transaction holds. */
async function lockedHeads(): Promise<number[]> {
  await beside.query('begin')
  const { rows } = await beside.query<{ project_id: string }>(
    `select project_id from usage_heads where project_id not in
      (select project_id from (select project_id from usage_heads for update skip locked) as free)`,
  )
  await beside.query('rollback')
  return rows.map(({ project_id }) => Number(project_id))
}

/** Pauses the node at moments of its work until PostgreSQL waits for it inside a transaction that holds heads. */
async function pauseInTransaction(contend: () => Promise<void>): Promise<number[]> {
  for (let attempt = 0; attempt < 200; attempt++) {
    if (attempt % 5 === 0) await contend()
    process.kill(pausing.pid, 'SIGSTOP')
    // What it had sent arrives.
    await sleep(60)
    const locked = await lockedHeads()
    if (locked.length > 0) return locked
    process.kill(pausing.pid, 'SIGCONT')
    await sleep(20 + (attempt % 7) * 3)
  }
  throw new Error('The node was never paused inside such a transaction')
}

const slowestOf = (calls: readonly { readonly ms: number }[]) => Math.max(...calls.map(({ ms }) => ms))

test('a node that is paused while it holds heads delays calls of other nodes by less than a second', async () => {
  const { targets, person } = fixture
  slow.delay(10)
  const load = startLoad({ urls: [pausing.url], targets, workers: 30 })
  const writes = startWrites(other.url, person, targets[0]?.environmentId ?? 0)
  await waitUntil('the node answers', () => load.calls.filter(isAcknowledged).length > 50)
  const contendingCalls: Call[] = []
  // For a second after both wrote to the same chains, they begin with locks. Otherwise one statement does all.
  const locked = await pauseInTransaction(async () => {
    const contending = startLoad({ urls: [other.url], targets, workers: 30 })
    await waitUntil('both answer', () => contending.calls.filter(isAcknowledged).length > 200)
    contendingCalls.push(...(await contending.stop()))
  })
  expect(locked.length).toBeGreaterThan(0)

  const callAll = () => Promise.all(targets.map((target) => callOnce(other.url, target)))
  const delayedCalls = await callAll()
  // Each of those has had its head, so nothing holds them: how long the same takes on a machine as busy as this one.
  const laterCalls = await callAll()
  const finishedCalls = [...delayedCalls, ...laterCalls]
  expect(finishedCalls.map(({ outcome }) => outcome)).toEqual(finishedCalls.map(() => 200))
  expect(slowestOf(delayedCalls)).toBeLessThan(idleMs + 500 + slowestOf(laterCalls))
  expect(await readyStatus(other.url)).toBe(200)

  process.kill(pausing.pid, 'SIGCONT')
  slow.delay(0)
  const before = load.calls.filter(isAcknowledged).length
  await waitUntil('the node works again', () => load.calls.filter(isAcknowledged).length > before + 100)
  await waitUntil('the node is ready again', async () => (await readyStatus(pausing.url)) === 200)
  const calls = [...(await load.stop()), ...contendingCalls, ...finishedCalls]
  await writes.stop()
  // The calls of the transaction that PostgreSQL ended are told so; they wait for nothing.
  expect(calls.map(({ outcome }) => outcome).filter((outcome) => outcome !== 200 && outcome !== 503)).toEqual(
    [],
  )
  expect(writes.failures).toEqual([])
  expect(await findLosses(other, { calls, writes: [writes], person })).toEqual([])
})

test('a node that is paused in many writes lets those of other nodes wait for a while, and then continue or fail', async () => {
  const { targets, person } = fixture
  slow.delay(10)
  // Two writers on each environment: one of them waits for the other's lock, and holds it after the other's end.
  const paused = [...targets, ...targets].map(({ environmentId }, index) =>
    startWrites(pausing.url, person, environmentId, `PAUSED_${index}`),
  )
  await waitUntil('the node writes', () => paused.every(({ acknowledged }) => acknowledged.length > 2))
  process.kill(pausing.pid, 'SIGSTOP')
  await sleep(60)
  const client = clientOf(other.url, person)
  const write = ({ environmentId }: InjectTarget) => {
    const body = { variables: { OTHER: 'written' }, mode: 'merge' as const }
    return client.call(writeVariables, { params: { id: environmentId }, body }).then(
      () => 'written',
      (error: unknown) => (error instanceof ApiError ? error.code : String(error)),
    )
  }
  const outcomes = await Promise.all(targets.map(write))
  expect(outcomes.filter((outcome) => outcome !== 'written' && outcome !== 'UNAVAILABLE')).toEqual([])

  process.kill(pausing.pid, 'SIGCONT')
  slow.delay(0)
  for (const writes of paused) await writes.stop()
  expect(await findLosses(other, { calls: [], writes: paused, person })).toEqual([])
})
