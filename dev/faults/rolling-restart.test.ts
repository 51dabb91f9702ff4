import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { newDatabase } from '../world/new-database.ts'
import { startNodes } from '../world/start-nodes.ts'
import type { StartedServer } from '../world/start-server.ts'
import { balancerName, startBalancer } from './balancer.ts'
import type { Balancer } from './checking-proxy.ts'
import { findLosses } from './find-losses.ts'
import { createFixture, type Fixture } from './inject-targets.ts'
import { startLoad, startWrites } from './load.ts'
import { replaceNode } from './replace-node.ts'
import { waitUntil } from './wait-until.ts'

const minCalls = inject('longRuns') ? 5_000 : 3_000
const rounds = inject('longRuns') ? 10 : 1

let nodes: StartedServer[]
let balancer: Balancer
let fixture: Fixture
beforeAll(async () => {
  nodes = await startNodes({
    count: 3,
    databaseUrls: [await newDatabase()],
    settings: { DRAIN_SECONDS: '5', TRUST_PROXY: '127.0.0.1' },
  })
  balancer = await startBalancer(nodes.map(({ url }) => url))
  fixture = await createFixture(balancer.url, 6)
})
afterAll(async () => {
  await balancer.stop()
  await Promise.all(nodes.map((node) => node.stop()))
})

test(`three nodes that restart one after the other fail no call, behind ${balancerName}`, {
  timeout: 180_000 * rounds,
}, async () => {
  const { targets, person } = fixture
  const load = startLoad({ urls: [balancer.url], targets, workers: 20 })
  const writes = startWrites(balancer.url, person, targets[0]?.environmentId ?? 0)
  for (let round = 1; round <= rounds; round++)
    for (const [index, node] of nodes.entries())
      nodes[index] = await replaceNode(node, fixture, () => node.startAgain())
  await waitUntil(
    'there were enough calls and writes',
    () => load.calls.length >= minCalls && writes.acknowledged.length > 50,
  )
  const calls = await load.stop()
  await writes.stop()
  expect(calls.filter(({ outcome }) => outcome !== 200)).toEqual([])
  expect(writes.failures).toEqual([])
  const [node] = nodes
  expect(node && (await findLosses(node, { calls, writes: [writes], person }))).toEqual([])
})
