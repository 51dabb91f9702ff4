import { afterAll, beforeAll, expect, test } from 'vitest'
import { newDatabase } from '../world/new-database.ts'
import { startNodes } from '../world/start-nodes.ts'
import type { StartedServer } from '../world/start-server.ts'
import { type Pooler, poolerName, poolerSettings, startPooler } from './pooler.ts'
import { startWatchedLoad, type WatchedLoad } from './watched-load.ts'

let pooler: Pooler
let nodes: StartedServer[]
let load: WatchedLoad
beforeAll(async () => {
  pooler = await startPooler(await newDatabase())
  nodes = await startNodes({
    count: 2,
    databaseUrls: [pooler.url],
    settings: poolerSettings,
  })
  load = await startWatchedLoad(() => nodes)
})
afterAll(async () => {
  await load.stop()
  await Promise.all(nodes.map((node) => node.stop()))
  await pooler.stop()
})

test(`${poolerName} restarts under load: calls get 503 meanwhile, and nothing is lost`, async () => {
  expect(load.failed()).toEqual([])
  for (const _ of [1, 2]) {
    await pooler.end()
    await load.everyNode(503)
    await pooler.start()
    await load.everyNode(200)
    await load.moreAnswers()
  }
  expect(new Set(load.failed().map(({ outcome }) => outcome))).toEqual(new Set([503]))
  expect(await load.findLosses()).toEqual([])
})
