import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startNodes } from '../world/start-nodes.ts'
import type { StartedServer } from '../world/start-server.ts'
import { type PostgresPair, startPostgresPair } from './postgres-pair.ts'
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts'
import { waitUntil } from './wait-until.ts'
import { startWatchedLoad, type WatchedLoad } from './watched-load.ts'

let pair: PostgresPair
let onPrimary: string
let line: TcpProxy
let nodes: StartedServer[]
let load: WatchedLoad
beforeAll(async () => {
  pair = await startPostgresPair()
  onPrimary = await pair.createDatabase('envhold')
  line = await startTcpProxy(onPrimary)
  nodes = await startNodes({ count: 2, databaseUrls: [line.url] })
  load = await startWatchedLoad(() => nodes)
})
afterAll(async () => {
  await load.stop()
  await Promise.all(nodes.map((node) => node.stop()))
  line.stop()
  await pair.stop()
})

test('no commit is confirmed while the standby is stopped: a WARNING on COMMIT becomes 503, and nodes are not ready', async () => {
  const beside = new Client({ connectionString: onPrimary })
  await beside.connect()
  await pair.stopStandby()
  await load.everyNode(503)
  const before = { failed: load.failed().length, answered: load.answered() }
  await waitUntil('commits without their standby fail', async () => {
    // As an operator does who does not want to wait: PostgreSQL then answers with WARNING 01000.
    await beside.query("select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'")
    return load.failed().length > before.failed + 5
  })
  expect(load.answered(), 'nothing is confirmed').toBe(before.answered)

  await pair.startStandby()
  await load.everyNode(200)
  await load.moreAnswers()
  await beside.end()
})

test('a primary that is killed loses nothing that was answered: its standby has it all', async () => {
  await load.moreAnswers()
  line.cut()
  await pair.killPrimary()
  await load.everyNode(503)
  await pair.promoteStandby()
  line.leadTo(pair.onStandby(onPrimary))
  await load.everyNode(200)
  await load.moreAnswers()

  expect(new Set(load.failed().map(({ outcome }) => outcome))).toEqual(new Set([503]))
  expect(await load.findLosses()).toEqual([])
})
