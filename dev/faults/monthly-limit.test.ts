import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changePlan } from '../world/change-plan.ts'
import { newDatabase } from '../world/new-database.ts'
import { signUp } from '../world/sign-up.ts'
import { startNodes } from '../world/start-nodes.ts'
import type { StartedServer } from '../world/start-server.ts'
import { isAcknowledged } from './call.ts'
import { findLosses } from './find-losses.ts'
import { createFixture } from './inject-targets.ts'
import { startLoad } from './load.ts'
import { openBeside, secretsOf } from './open-beside.ts'
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts'
import { waitUntil } from './wait-until.ts'

const projects = 8

let slow: TcpProxy
let node: StartedServer
let beside: Client
beforeAll(async () => {
  const url = await newDatabase()
  slow = await startTcpProxy(url)
  const [first] = await startNodes({ count: 1, databaseUrls: [slow.url] })
  if (!first) throw new Error('A node is needed')
  node = first
  beside = new Client({ connectionString: url })
  await beside.connect()
})
afterAll(async () => {
  await beside.end()
  await node.stop()
  slow.stop()
})

/** The operator has no limits, so another account has the projects. */
async function createLimitedOwner() {
  await signUp(node.url, { masterPassword: null })
  const { db, close } = openBeside(node.settings)
  await changePlan({ ctx: { db, secrets: secretsOf(node.settings) } }, 'starter', {
    max_projects: projects,
    max_api_calls_per_month: 1_000_000,
  })
  await close()
  return await createFixture(node.url, projects)
}

test('batches of a node that count for one monthly limit do not wait for each other', async () => {
  const { person, targets } = await createLimitedOwner()
  slow.delay(20)
  const load = startLoad({ urls: [node.url], targets, workers: 24 })
  await waitUntil('calls are answered', () => load.calls.filter(isAcknowledged).length > 50)
  let waiting = 0
  for (let look = 0; look < 100; look++) {
    const { rows } = await beside.query(
      "select 1 from pg_stat_activity where datname = current_database() and wait_event in ('transactionid', 'tuple')",
    )
    waiting += rows.length
    await sleep(10)
  }
  slow.delay(0)
  const calls = await load.stop()
  expect(waiting).toBe(0)
  expect(await findLosses(node, { calls, person })).toEqual([])
})
