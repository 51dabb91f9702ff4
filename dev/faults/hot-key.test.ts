import { afterEach, describe, expect, inject, test } from 'vitest'
import { newDatabase } from '../world/new-database.ts'
import { startNode, startNodes } from '../world/start-nodes.ts'
import type { StartedServer } from '../world/start-server.ts'
import { isAcknowledged } from './call.ts'
import { findLosses } from './find-losses.ts'
import { createFixture, type InjectTarget } from './inject-targets.ts'
import { startLoad } from './load.ts'
import { openBeside } from './open-beside.ts'
import { waitUntil } from './wait-until.ts'

const [projects, minCalls] = inject('longRuns') ? [120, 50_000] : [40, 1_200]

let nodes: StartedServer[] = []
afterEach(async () => {
  await Promise.all(nodes.map((node) => node.stop()))
})

/** What the database has counted for each key, and the length of each project's chain. */
async function readCounts({ settings }: StartedServer) {
  const { db, close } = openBeside(settings)
  const counters = await db.selectFrom('key_counters').select(['counter', 'total']).execute()
  const heads = await db.selectFrom('usage_heads').select(['project_id', 'sequence']).execute()
  await close()
  return {
    ofKey: new Map(counters.map(({ counter, total }) => [counter, total])),
    ofProject: new Map(heads.map(({ project_id, sequence }) => [project_id, sequence])),
  }
}

describe.each(['sqlite', 'postgres'] as const)('%s', (engine) => {
  test(`one key with half of all calls, and those of ${projects} projects: each call is counted once`, async () => {
    nodes =
      engine === 'sqlite'
        ? [await startNode({ engine })]
        : await startNodes({ count: 2, databaseUrls: [await newDatabase()] })
    const [node] = nodes
    if (!node) throw new Error('There is no node')
    const { person, targets } = await createFixture(node.url, projects)
    const [hot, ...others] = targets
    if (!hot) throw new Error('There is no project')
    const mixed: InjectTarget[] = others.flatMap((target) => [hot, target])
    const load = startLoad({ urls: nodes.map(({ url }) => url), targets: mixed, workers: 40, pauseMs: 0 })
    await waitUntil('there were enough calls', () => load.calls.length >= minCalls)
    const calls = await load.stop()
    expect(calls.filter((call) => !isAcknowledged(call))).toEqual([])
    expect(await findLosses(node, { calls, person })).toEqual([])

    const counts = await readCounts(node)
    const ofTarget = Map.groupBy(calls, ({ target }) => target)
    expect(
      targets.map(({ keyId, projectId }) => [
        keyId,
        counts.ofKey.get(keyId),
        counts.ofProject.get(projectId),
      ]),
    ).toEqual(
      targets.map((target) => {
        const count = ofTarget.get(target)?.length
        return [target.keyId, count, count]
      }),
    )
  })
})
