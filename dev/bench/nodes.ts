// How calls grow with the number of nodes on one PostgreSQL that is some milliseconds away: many projects, whose calls
// go to any node, and one key that all nodes serve. Real processes; each node gets the same load. Linear means that
// each further node adds what the first one does.

import { newServerSecret } from '@envhold/integrity/server-secret.ts'
import { createFixture } from '../faults/inject-targets.ts'
import { startPostgres } from '../world/postgres.ts'
import { startNodes } from '../world/start-nodes.ts'
import type { StartedServer } from '../world/start-server.ts'
import type { Figure, LoadRequest } from './load.ts'
import { figureOf, withDelay } from './measure.ts'
import { type Meter, meterOf } from './meter.ts'

const projects = 120
const connections = 12
const seconds = 4
const maxNodes = 3
const distancesMs = [10, 2]

interface Measured {
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  readonly unexpected: number
  /** Of one core. */
  readonly databaseShare: number
  readonly callsPerCommit: number
}

const columns = [
  '| what | nodes | connections | calls/s | of linear | of one node | p50 ms | p99 ms | PostgreSQL CPU | calls/commit | errors |',
  '|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|',
].join('\n')

const print = (line: string) => process.stdout.write(`${line}\n`)
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

/** The same requests to another node, beginning elsewhere so that nodes do not ask for the same project in step. */
const requestsTo = (url: string, requests: readonly LoadRequest[], from: number): LoadRequest[] =>
  [...requests.slice(from), ...requests.slice(0, from)].map((request) => {
    const { pathname } = new URL(request.url)
    return { ...request, url: `${url}${pathname}` }
  })

async function load(urls: readonly string[], requests: readonly LoadRequest[]): Promise<Figure[]> {
  const step = Math.floor(requests.length / urls.length)
  return await Promise.all(
    urls.map((url, index) =>
      figureOf({ requests: requestsTo(url, requests, index * step), connections, seconds, status: 200 }),
    ),
  )
}

async function measure(
  urls: readonly string[],
  requests: readonly LoadRequest[],
  meter: Meter,
): Promise<Measured> {
  await load(urls, requests)
  const end = await meter.start()
  const figures = await load(urls, requests)
  const { databaseUs, rows, commits } = await end()
  return {
    perSecond: sum(figures.map(({ perSecond }) => perSecond)),
    p50: Math.max(...figures.map(({ p50 }) => p50)),
    p99: Math.max(...figures.map(({ p99 }) => p99)),
    unexpected: sum(figures.map(({ unexpected }) => unexpected)),
    databaseShare: databaseUs / 1e6 / seconds,
    callsPerCommit: rows / commits,
  }
}

function printLine(name: string, nodes: number, figure: Measured, alone: Measured): void {
  const cells = [
    name,
    nodes,
    nodes * connections,
    Math.round(figure.perSecond).toLocaleString('en'),
    (figure.perSecond / alone.perSecond / nodes).toFixed(2),
    (figure.perSecond / alone.perSecond).toFixed(2),
    figure.p50.toFixed(0),
    figure.p99.toFixed(0),
    `${Math.round(figure.databaseShare * 100)} %`,
    figure.callsPerCommit.toFixed(1),
    figure.unexpected,
  ]
  print(`| ${cells.join(' | ')} |`)
}

async function benchNodesAt(
  distanceMs: number,
  urls: readonly string[],
  { requests, meter }: { readonly requests: readonly LoadRequest[]; readonly meter: Meter },
): Promise<void> {
  for (const [name, some] of [
    [`${projects} projects`, requests],
    ['one key', requests.slice(0, 1)],
  ] as const) {
    let alone: Measured | undefined
    for (let count = 1; count <= urls.length; count++) {
      const figure = await measure(urls.slice(0, count), some, meter)
      alone ??= figure
      printLine(`${name}, ${distanceMs} ms`, count, figure, alone)
    }
  }
}

/** Calls a second on one, two and three nodes. */
export async function benchNodes(): Promise<void> {
  const postgres = await startPostgres()
  try {
    const near = await postgres.createDatabase('envhold')
    const settings = { SERVER_SECRET: newServerSecret() }
    const [seeding] = await startNodes({ count: 1, databaseUrls: [near], settings })
    const { targets } = await createFixture(seeding?.url ?? '', projects)
    await seeding?.stop()
    const requests = targets.map(({ path, apiKey }) => ({
      url: `http://node${path}`,
      headers: { 'x-api-key': apiKey },
    }))
    print(columns)
    for (const distanceMs of distancesMs)
      await withDelay(near, distanceMs, async (url) => {
        const nodes = await startNodes({ count: maxNodes, databaseUrls: [url], settings })
        const meter = await meterOf(nodes[0] as StartedServer)
        try {
          const urls = nodes.map((node) => node.url)
          await benchNodesAt(distanceMs, urls, { requests, meter })
        } finally {
          await meter.close()
          for (const node of nodes) await node.stop()
        }
      })
  } finally {
    await postgres.stop()
  }
}
