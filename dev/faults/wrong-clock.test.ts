import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { usageOf } from '../world/events-of.ts'
import { newDatabase } from '../world/new-database.ts'
import { startNode, startNodes } from '../world/start-nodes.ts'
import type { StartedServer } from '../world/start-server.ts'
import { openBeside } from './open-beside.ts'
import { clockArgs, setClock } from './server-clock.ts'
import { startWatchedLoad } from './watched-load.ts'

const year = 365 * 24 * 60 * 60_000

let folder: string
const toStop: (() => Promise<void>)[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'envhold-clock-'))
  toStop.push(() => rm(folder, { recursive: true }))
})
afterEach(async () => {
  for (const stop of toStop.splice(0).reverse()) await stop()
})

const clockOf = (name: string) => ({ SET_CLOCK: join(folder, name) })

/** The times of all recorded calls. */
async function recordedTimes({ settings }: StartedServer): Promise<number[]> {
  const { db, close } = openBeside(settings)
  const times = (await usageOf({ ctx: { db } })).map(({ at }) => at)
  await close()
  return times
}

test('nodes a year ahead and a year behind record calls at the time of PostgreSQL', async () => {
  const started = Date.now()
  const nodes = await startNodes({
    count: 2,
    databaseUrls: [await newDatabase()],
    settingsOf: (index) => clockOf(`node-${index}`),
    nodeArgs: clockArgs,
  })
  toStop.push(async () => {
    await Promise.all(nodes.map((node) => node.stop()))
  })
  const load = await startWatchedLoad(() => nodes)
  toStop.push(load.stop)
  const [ahead, behind] = nodes
  if (!ahead || !behind) throw new Error('Two nodes are needed')
  await setClock(ahead, year)
  await setClock(behind, -year)
  await load.moreAnswers()
  await load.everyNode(200)
  for (const node of nodes) await setClock(node, 0)
  await load.moreAnswers()
  expect(load.failed()).toEqual([])
  expect(await load.findLosses()).toEqual([])
  const times = await recordedTimes(ahead)
  expect(times.filter((at) => at < started - 1_000 || at > Date.now() + 1_000)).toEqual([])
})

test('the clock of a server with SQLite is set a year ahead and back: every call is answered and on record', async () => {
  const server = await startNode({ engine: 'sqlite', settings: clockOf('node'), nodeArgs: clockArgs })
  toStop.push(server.stop)
  const load = await startWatchedLoad(() => [server])
  toStop.push(load.stop)
  for (const ms of [year, -year, 0]) {
    await setClock(server, ms)
    await load.moreCalls()
    await load.everyNode(200)
  }
  // In a year the session of the writes expires. With the right clock it is valid again: nothing was removed.
  await load.moreAnswers()
  expect(load.failed()).toEqual([])
  expect(await load.findLosses()).toEqual([])
})
