// How fast the screens of the operator area are answered on a large instance, compared with a raw `node:http` server
// in the same run.

import { everyEndpoint } from '@envhold/contract/every-endpoint.ts'
import { previewedKinds, previewJob } from '@envhold/contract/operator/jobs.ts'
import { at, closeConnection, timeOf } from './answer-times.ts'
import { withRawServer } from './measure.ts'
import { type OperatorWorld, startOperatorWorld } from './operator-world.ts'

const rounds = 40
const goalMs = 100
const print = (line: string) => process.stdout.write(`${line}\n`)

/** What a list is asked for beside its first page. */
const variants: Readonly<Record<string, readonly string[]>> = {
  listUsers: [
    '',
    '?page=2500&limit=20',
    '?status=SUSPENDED',
    '?search=person-4711',
    '?search=nobody-at-all',
    '?search=example.com',
    '?search=4711',
    '?role=USER&plan=starter',
  ],
  listEveryApiKey: [
    '',
    '?page=500',
    '?search=deploy%20777',
    '?search=nobody-at-all',
    '?status=expired',
    '?sortBy=key_name&sortOrder=asc',
  ],
  previewPlanChange: ['?max_projects=0&max_collaborators=1'],
  listAuditEntries: [
    '',
    '?user=nobody-at-all',
    '?user=person50001%40mail1.example.com',
    '?project=project%20388',
    '?type=counter_regression',
    '?user=1&type=counter_regression',
    '?project=1000&type=counter_regression',
    '?ip=192.0.2.1&severity=high',
    '?from=2020-01-01T00%3A00%3A00.000Z&to=2026-11-01T00%3A00%3A00.000Z',
    '?log=usage',
    '?log=usage&limit=100',
    '?log=usage&project=1388',
    '?log=usage&key=deploy%20776',
    '?log=usage&status=5xx',
    '?log=usage&ip=192.0.2.1',
    '?log=usage&from=2020-01-01T00%3A00%3A00.000Z&to=2026-11-01T00%3A00%3A00.000Z',
  ],
  readApiKeyStatistics: ['?timeRange=1h', '?timeRange=24h', '?timeRange=7d', '?timeRange=30d'],
}

/** There is no job, and an export is no screen. */
const leftOut = new Set(['readJob', 'exportAuditEntries', 'exportUsers'])

const pathsOf = ({ userId, keyId }: OperatorWorld): readonly { name: string; path: string }[] =>
  everyEndpoint
    .filter(({ audience, method, name }) => audience === 'operator' && method === 'GET' && !leftOut.has(name))
    .flatMap(({ name, path }) => {
      const id = path.includes('api-keys') ? keyId : path.includes('/users/') ? String(userId) : '1'
      const filled = path.replace('{name}', 'verify-email').replace(/\{\w+\}/, id)
      return (variants[name] ?? ['']).map((query) => ({ name: `${name}${query}`, path: `${filled}${query}` }))
    })

/** The dry run of every job. */
const previews = previewedKinds.map((kind) => ({
  name: `previewJob of ${kind}`,
  path: previewJob.path,
  sent: { kind },
}))

async function measure(
  { server, token }: OperatorWorld,
  { name, path, sent }: { name: string; path: string; sent?: unknown },
) {
  const url = `${server.url}/api${path}`
  const headers = { authorization: `Bearer ${token}` }
  const first = await timeOf(url, headers, sent).catch((error: unknown) => String(error))
  if (typeof first === 'string') {
    print(`| ${name} | ${first.slice(0, 160)} | | | | |`)
    return
  }
  await withRawServer(Buffer.byteLength(first.body), async ({ requests: [raw] }) => {
    const times: number[] = []
    const rawTimes: number[] = []
    for (let round = 0; round < rounds; round++) {
      if (raw) rawTimes.push((await timeOf(raw.url, {})).ms)
      times.push((await timeOf(url, headers, sent)).ms)
    }
    const p95 = at(times, 0.95)
    const ratio = at(times, 0.5) / at(rawTimes, 0.5)
    const figures = [first.ms, at(times, 0.5), p95].map((ms) => ms.toFixed(1))
    print(`| ${[name, ...figures, ratio.toFixed(0), p95 <= goalMs ? 'reached' : 'MISSED'].join(' | ')} |`)
  })
}

/** Prints the table of one engine. */
export async function benchOperator(engine: 'sqlite' | 'postgres'): Promise<void> {
  const world = await startOperatorWorld(engine)
  try {
    print(`\n${engine}\n`)
    print('| call | first ms | p50 ms | p95 ms | p50 ÷ raw | p95 ≤ 100 ms |\n|---|---:|---:|---:|---:|---|')
    for (const call of [...pathsOf(world), ...previews]) await measure(world, call)
  } finally {
    closeConnection()
    await world.server.stop()
  }
}
