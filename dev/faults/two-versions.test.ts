// This version and the next one on one PostgreSQL, while each node is upgraded and then taken back.

import { createClient } from '@envhold/client/client.ts'
import { login } from '@envhold/contract/accounts/accounts.ts'
import { readVariables } from '@envhold/contract/variables/variables.ts'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { newDatabase } from '../world/new-database.ts'
import { sayProgram, serverFile } from '../world/run-program.ts'
import { startNodes } from '../world/start-nodes.ts'
import { StartError, type StartedServer } from '../world/start-server.ts'
import { balancerName, startBalancer } from './balancer.ts'
import type { Balancer } from './checking-proxy.ts'
import { clientOf } from './client-of.ts'
import { findLosses } from './find-losses.ts'
import { createFixture, type Fixture } from './inject-targets.ts'
import { startLoad, startRepeating, startWrites } from './load.ts'
import { nextMigration } from './next-migration.ts'
import { type BuiltVersion, buildNextVersion } from './next-version.ts'
import { openBeside } from './open-beside.ts'
import { replaceNode } from './replace-node.ts'
import { readyStatus, waitUntil } from './wait-until.ts'

const rounds = inject('longRuns') ? 10 : 1

let next: BuiltVersion
let nodes: StartedServer[]
let balancer: Balancer
let fixture: Fixture
beforeAll(async () => {
  next = await buildNextVersion()
  nodes = await startNodes({
    count: 3,
    databaseUrls: [await newDatabase()],
    settings: { DRAIN_SECONDS: '5', TRUST_PROXY: '127.0.0.1' },
  })
  balancer = await startBalancer(nodes.map(({ url }) => url))
  fixture = await createFixture(balancer.url, 4)
})
afterAll(async () => {
  await balancer?.stop()
  await Promise.all((nodes ?? []).map((node) => node.stop()))
  await next?.remove()
})

const settings = () => nodes[0]?.settings ?? {}
const migrate = (file: string, ...args: string[]) => sayProgram('migrate', settings(), args, { file })

async function replaceAll(file: string): Promise<void> {
  for (const [index, node] of nodes.entries())
    nodes[index] = await replaceNode(node, fixture, () => node.startOther(file))
}

test(`nodes of two versions fail no call while they are upgraded and taken back, behind ${balancerName}`, {
  timeout: 300_000 * rounds,
}, async () => {
  const { targets, person } = fixture
  const { email, password } = person
  const [target] = targets
  if (!target) throw new Error('There is nothing to call')
  const params = { id: target.environmentId }
  const load = startLoad({ urls: [balancer.url], targets, workers: 10 })
  const writes = startWrites(balancer.url, person, target.environmentId)
  const client = clientOf(balancer.url, person)
  const reads = startRepeating(() => client.call(readVariables, { params }), 50)
  const stranger = createClient({ server: balancer.url, timeoutMs: 30_000 })
  // An address may sign in a hundred times an hour.
  const signIns = startRepeating(() => stranger.call(login, { body: { email, password } }), 2_000 * rounds)

  expect(await migrate(next.file, '--dry-run')).toEqual({
    code: 0,
    said: `${nextMigration} would run.\nThey only add: replace the nodes one after the other.\n`,
  })
  for (let round = 1; round <= rounds; round++) {
    await replaceAll(next.file)
    expect(await migrate(serverFile, '--dry-run')).toEqual({
      code: 0,
      said: `The database is up to date: ${nextMigration}.\n`,
    })
    await replaceAll(serverFile)
  }
  await waitUntil(
    'there were enough calls',
    () => load.calls.length >= 1_000 && writes.acknowledged.length > 50 && signIns.done() > 10,
  )

  const calls = await load.stop()
  await Promise.all([writes.stop(), reads.stop(), signIns.stop()])
  expect(calls.filter(({ outcome }) => outcome !== 200)).toEqual([])
  expect([...writes.failures, ...reads.failures, ...signIns.failures]).toEqual([])
  const [node] = nodes
  expect(node && (await findLosses(node, { calls, writes: [writes], person }))).toEqual([])
  expect((await sayProgram('verify', settings())).said).toContain(
    `A newer version of Envhold added to the database (${nextMigration}). That is not verified.`,
  )
})

test('a server rejects by name a database with a migration that it must know', async () => {
  const [first, second] = nodes
  if (!first || !second) throw new Error('There are three nodes')
  const { db, close } = openBeside(settings())
  await db
    .updateTable('instance')
    .set({ value: nextMigration })
    .where('key', 'in', ['migrated', 'required-migration'])
    .execute()
  await close()
  await waitUntil('the running node says so', async () => (await readyStatus(first.url)) === 503)
  expect(await (await fetch(`${first.url}/api/health/ready`)).text()).toMatch(
    `has migrated the database (${nextMigration})`,
  )
  await second.end()
  const rejection: unknown = await second.startAgain().catch((error: unknown) => error)
  expect(rejection).toBeInstanceOf(StartError)
  expect(rejection).toMatchObject({
    exitCode: 78,
    output: expect.stringContaining(`it has migration ${nextMigration}, and this version ends with`),
  })
  expect(await sayProgram('verify', settings())).toMatchObject({
    code: 78,
    said: expect.stringContaining(nextMigration),
  })
  // The newer one knows it.
  nodes[1] = await second.startOther(next.file)
  expect(await readyStatus(nodes[1].url)).toBe(200)
})
