import { afterEach, expect, test } from 'vitest'
import { startPostgres } from '../world/postgres.ts'
import { startNode, startNodes } from '../world/start-nodes.ts'
import type { StartedServer } from '../world/start-server.ts'
import { canFailWrites, createFaultyDisk, fullFault } from './faulty-disk.ts'
import { canMount, createSmallDisk } from './small-disk.ts'
import { waitUntil } from './wait-until.ts'
import { startWatchedLoad } from './watched-load.ts'

const toStop: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of toStop.splice(0).reverse()) await stop()
})

interface Disk {
  readonly fill: () => unknown
  readonly free: () => Promise<unknown>
}

/** Fills the disk under load, and frees it again. */
async function expectNothingLost(nodes: readonly StartedServer[], { fill, free }: Disk) {
  const load = await startWatchedLoad(() => nodes, { workers: 8 })
  toStop.push(load.stop)
  expect(load.failed()).toEqual([])
  await fill()
  await load.everyNode(503)
  await waitUntil('calls fail', () => load.failed().length > 20)
  await free()
  await load.everyNode(200)
  await load.moreAnswers()
  expect(new Set(load.failed().map(({ outcome }) => outcome))).toEqual(new Set([503]))
  expect(await load.findLosses()).toEqual([])
}

/** A server whose disk the test can fill: a real one, or else one that only says so. */
async function startOnSmallDisk(): Promise<Disk & { readonly server: StartedServer }> {
  if (canMount) {
    const disk = await createSmallDisk(24)
    toStop.push(disk.remove)
    const server = await startNode({ engine: 'sqlite', settings: { DATA_DIR: disk.folder } })
    return { ...disk, server }
  }
  const disk = await createFaultyDisk('envhold-server-')
  toStop.push(disk.remove)
  const server = await startNode({ engine: 'sqlite', ...disk.server })
  return { server, fill: () => disk.fail('full', server), free: () => disk.work(server) }
}

test.runIf(canMount || canFailWrites)(
  `${canMount ? 'the disk of SQLite is full' : fullFault}: not ready and 503, until there is space again`,
  async () => {
    const { server, ...disk } = await startOnSmallDisk()
    toStop.push(server.stop)
    await expectNothingLost([server], disk)
  },
)

const postgresName = canMount
  ? 'the disk of PostgreSQL is full: not ready and 503, until there is space again'
  : 'the disk of PostgreSQL is full: not tested, since no file system can be mounted here'
test.runIf(canMount)(postgresName, async () => {
  const disk = await createSmallDisk(140)
  toStop.push(disk.remove)
  const postgres = await startPostgres(disk.folder)
  toStop.push(postgres.stop)
  const nodes = await startNodes({ count: 2, databaseUrls: [await postgres.createDatabase('envhold')] })
  toStop.push(async () => {
    await Promise.all(nodes.map((node) => node.stop()))
  })
  await expectNothingLost(nodes, {
    fill: disk.fill,
    free: async () => {
      await disk.free()
      // PostgreSQL ends when it cannot write its log.
      await postgres.startAgain()
    },
  })
})
