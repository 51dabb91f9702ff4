// How fast the activity pages respond with a million recorded calls and two hundred thousand recorded events in one
// project, compared with a raw `node:http` server in the same run, and how the database finds what they show.

import { runTransaction, type Transact } from '../../apps/server/src/db/transaction.ts'
import { activitySource } from '../../apps/server/src/features/activity/activity-list-store.ts'
import { createListMemory } from '../../apps/server/src/features/activity/activity-world.ts'
import { countUsage } from '../../apps/server/src/features/activity/count-usage.ts'
import { countActivity } from '../../apps/server/src/features/activity/paged-list.ts'
import type { CountedList } from '../../apps/server/src/features/activity/pagination.ts'
import { readUsageStatesOf } from '../../apps/server/src/features/usage/usage-state-store.ts'
import { usageCells } from '../../apps/server/src/features/usage/usage-statistics-store.ts'
import { measureLongAnswers } from './activity-files.ts'
import { type ActivityWorld, startActivityWorld } from './activity-world.ts'
import { at, closeConnection, timeOf } from './answer-times.ts'
import { withRawServer } from './measure.ts'
import { type Asking, explain, listenTo } from './query-plans.ts'

const rounds = 40
const goalMs = 50
const print = (line: string) => process.stdout.write(`${line}\n`)

interface Shown {
  readonly name: string
  readonly path: string
  readonly token: string
}

const ranges = ['24h', '7d', '30d', '90d'] as const

/** First, middle and last page of every range and filter, and a key's statistics. */
async function pagesOf(world: ActivityWorld): Promise<Shown[]> {
  const { token, tokens } = world
  const lists = [
    ['logs', '/activity/logs?limit=20', token],
    ['logs, security', '/activity/logs?limit=20&filter=security', token],
    ['logs, changes', '/activity/logs?limit=20&filter=changes', token],
    ['usage', '/activity/api-usage?limit=20', token],
    ['usage of 10 projects', '/activity/api-usage?limit=20', tokens.few],
    ['usage of 9,990 projects', '/activity/api-usage?limit=20', tokens.many],
    ['logs of 9,990 projects', '/activity/logs?limit=20', tokens.many],
    ['project', `/projects/${world.projectId}/activity?limit=10`, token],
    ['project, team', `/projects/${world.projectId}/activity?limit=10&category=team_changes`, token],
    ['project, changes', `/projects/${world.projectId}/activity?limit=10&category=changes`, token],
  ] as const
  const pages: Shown[] = []
  for (const [name, list, token] of lists)
    for (const range of ranges) {
      const path = `${list}&timeRange=${range}`
      const { body } = await timeOf(`${world.server.url}/api${path}`, headersOf({ token }))
      const { totalPages } = (JSON.parse(body) as { pagination: { totalPages: number } }).pagination
      for (const [where, page] of [
        ['first', 1],
        ['middle', Math.max(1, totalPages >> 1)],
        ['last', Math.max(1, totalPages)],
      ] as const)
        pages.push({
          name: `${name}, ${range}, ${where} of ${totalPages}`,
          path: `${path}&page=${page}`,
          token,
        })
    }
  for (const range of ['1h', '24h', '7d', '30d'])
    pages.push({
      name: `statistics, ${range}`,
      path: `/projects/${world.projectId}/api-keys/${world.keyId}/usage?timeRange=${range}`,
      token,
    })
  return pages
}

const headersOf = ({ token }: { readonly token: string }) => ({ authorization: `Bearer ${token}` })

async function measurePage(world: ActivityWorld, { name, path, token }: Shown): Promise<void> {
  const url = `${world.server.url}/api${path}`
  const { body } = await timeOf(url, headersOf({ token }))
  const [times, raw] = await withRawServer(Buffer.byteLength(body), async (target) => {
    const times: number[] = []
    const raw: number[] = []
    const [{ url: rawUrl } = { url: '' }] = target.requests
    for (let round = 0; round < rounds; round++) {
      raw.push((await timeOf(rawUrl, {})).ms)
      times.push((await timeOf(url, headersOf({ token }))).ms)
    }
    return [times, raw] as const
  })
  const [p50, p95] = [at(times, 0.5), at(times, 0.95)]
  const verdict = p95 <= goalMs ? 'reached' : 'MISSED'
  const cells = [
    name,
    p50.toFixed(1),
    p95.toFixed(1),
    at(raw, 0.95).toFixed(1),
    (p50 / at(raw, 0.5)).toFixed(0),
    verdict,
  ]
  print(`| ${cells.join(' | ')} |`)
}

/** Makes each request of the pages once, and prints how each statement is executed. */
async function printPlans(world: ActivityWorld): Promise<void> {
  const { db, queries, close } = listenTo(world.server)
  const engine = world.server.settings.DATABASE_URL ? 'postgres' : 'sqlite'
  const groupCommit: Transact = (work) => runTransaction(db, work)
  const ctx = { db, engine, groupCommit } as const
  const since = Date.now() - 30 * 24 * 3_600_000
  const open = async (counting: Promise<CountedList<unknown>>) => {
    const list = await counting
    await list.page({ offset: Math.max(0, (list.total >> 1) - 20), limit: 20 })
  }
  const own = { userId: world.userId, projectIds: [world.projectId], environments: null, category: null }
  const asking: Asking[] = [
    { name: 'logs', ask: () => open(countActivity(ctx, activitySource(ctx, own, since))) },
    {
      name: 'project of a collaborator',
      ask: () =>
        open(
          countActivity(
            ctx,
            activitySource(
              ctx,
              { ...own, userId: null, environments: [1, 2], category: 'team_changes' },
              since,
            ),
          ),
        ),
    },
    {
      name: 'usage',
      ask: () =>
        open(
          countUsage(
            ctx,
            { states: () => readUsageStatesOf(ctx, world.userId), since, words: [] },
            createListMemory().usage,
          ),
        ),
    },
    {
      name: 'statistics',
      ask: () =>
        usageCells(ctx, {
          apiKeyId: world.keyId,
          projectId: world.projectId,
          since,
          step: 24 * 3_600_000,
        }),
    },
  ]
  try {
    for (const { name, ask } of asking) {
      queries.length = 0
      await ask()
      const seen = new Map(queries.map((query) => [query.sql, query]))
      for (const query of seen.values()) print(`\n${name}: ${query.sql}\n${await explain(db, engine, query)}`)
    }
  } finally {
    await close()
  }
}

/** Prints the table of one engine, and the plans. */
export async function benchActivity(engine: 'sqlite' | 'postgres'): Promise<void> {
  const world = await startActivityWorld(engine)
  try {
    const first = await timeOf(`${world.server.url}/api/activity/api-usage`, headersOf(world))
    print(`\n${engine}: the first request, before any rollups exist: ${first.ms.toFixed(0)} ms\n`)
    print('| page | p50 ms | p95 ms | raw p95 ms | p50 ÷ raw | p95 ≤ 50 ms |\n|---|---:|---:|---:|---:|---|')
    for (const page of await pagesOf(world)) await measurePage(world, page)
    await measureLongAnswers(world)
    await printPlans(world)
  } catch (error) {
    process.stderr.write(world.server.output())
    throw error
  } finally {
    closeConnection()
    await world.server.stop()
  }
}
