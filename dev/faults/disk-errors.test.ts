import { afterEach, beforeEach, expect, test } from 'vitest'
import { startNode } from '../world/start-nodes.ts'
import type { StartedServer } from '../world/start-server.ts'
import { canFailWrites, createFaultyDisk, type FaultyDisk, syncFault, writeFault } from './faulty-disk.ts'
import { readyStatus, waitUntil } from './wait-until.ts'
import { startWatchedLoad, type WatchedLoad } from './watched-load.ts'

// The database alone fails: another file in the data folder can still be written.
const database = 'envhold.db'

let disk: FaultyDisk
let server: StartedServer
let load: WatchedLoad
beforeEach(async () => {
  disk = await createFaultyDisk(database)
  server = await startNode({ engine: 'sqlite', ...disk.server })
  load = await startWatchedLoad(() => [server], { workers: 8 })
})
afterEach(async () => {
  await disk.work()
  await load.stop()
  await server.stop()
  await disk.remove()
})

test.runIf(canFailWrites)(`${writeFault}: calls get 503, and the server is not ready meanwhile`, async () => {
  await disk.fail('write', server)
  await waitUntil('calls fail', () => load.failed().length > 20)
  await load.everyNode(503)
  await disk.work(server)
  await load.everyNode(200)
  await load.moreAnswers()
  expect(new Set(load.failed().map(({ outcome }) => outcome))).toEqual(new Set([503]))
  expect(await load.findLosses()).toEqual([])
})

test(`EIO on a sync ends the process, and the next start has all that was answered (${syncFault})`, async () => {
  await disk.fail('sync', server)
  await waitUntil('the process ends', async () => (await readyStatus(server.url)) === 0)
  expect(await server.end()).toBe(74)
  await disk.work()
  server = await server.startAgain()
  await load.moreAnswers()
  expect(load.failed().filter(({ outcome }) => outcome === 500)).toEqual([])
  expect(await load.findLosses()).toEqual([])
})

test(`a slow disk delays calls, and fails none (${syncFault})`, async () => {
  await disk.fail('slow 100', server)
  await load.moreAnswers()
  expect(await readyStatus(server.url)).toBe(200)
  await disk.work()
  expect(load.failed()).toEqual([])
  expect(await load.findLosses()).toEqual([])
})
