// How calls grow with the number of nodes on one PostgreSQL that is some milliseconds away: many projects, whose calls
// go to any node, and one key that all nodes serve. Real processes; each node gets the same load. Linear means that
// each further node adds what the first one does. Everything shares this machine: once its processors are full, no node
// adds anything, and what says how well nodes work together is the processor time that a call takes.

import { cpus } from 'node:os'
import { newServerSecret } from '@envhold/integrity/server-secret.ts'
import { createFixture } from '../faults/inject-targets.ts'
import { startPostgres } from '../world/postgres.ts'
import { startNodes } from '../world/start-nodes.ts'
import type { StartedServer } from '../world/start-server.ts'
import type { Figure, LoadRequest } from './load.ts'
import { figureOf, withDelay } from './measure.ts'
import { type Cost, type Meter, meterOf, meterOfOther } from './meter.ts'

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
  /** Of all nodes, a call. */
  readonly serverUs: number
  /** Of PostgreSQL, a call. */
  readonly databaseUs: number
  /** The share of all processors that was busy, with anything. */
  readonly busy: number
  readonly callsPerCommit: number
}

const columns = [
  '| what | nodes | connections | calls/s | of linear | of one node | p50 ms | p99 ms | nodes CPU | PostgreSQL CPU | processors busy | calls/commit | errors |',
  '|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|',
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

const idleMs = () => sum(cpus().map(({ times }) => times.idle))

async function measure(
  urls: readonly string[],
  requests: readonly LoadRequest[],
  meters: readonly Meter[],
): Promise<Measured> {
  await load(urls, requests)
  const ends = await Promise.all(meters.map((meter) => meter.start()))
  const before = { at: performance.now(), idle: idleMs() }
  const figures = await load(urls, requests)
  const idle = (idleMs() - before.idle) / (performance.now() - before.at) / cpus().length
  const costs = await Promise.all(ends.map((end) => end()))
  const { databaseUs, rows, commits } = costs[0] as Cost
  const answers = sum(figures.map((figure) => figure.answers))
  return {
    perSecond: sum(figures.map(({ perSecond }) => perSecond)),
    p50: Math.max(...figures.map(({ p50 }) => p50)),
    p99: Math.max(...figures.map(({ p99 }) => p99)),
    unexpected: sum(figures.map(({ unexpected }) => unexpected)),
    serverUs: sum(costs.map(({ serverUs }) => serverUs)) / answers,
    databaseUs: databaseUs / answers,
    busy: 1 - idle,
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
    `${Math.round(figure.serverUs)} µs`,
    `${Math.round(figure.databaseUs)} µs`,
    `${Math.round(figure.busy * 100)} %`,
    figure.callsPerCommit.toFixed(1),
    figure.unexpected,
  ]
  print(`| ${cells.join(' | ')} |`)
}

async function benchNodesAt(
  distanceMs: number,
  urls: readonly string[],
  { requests, meters }: { readonly requests: readonly LoadRequest[]; readonly meters: readonly Meter[] },
): Promise<void> {
  for (const [name, some] of [
    [`${projects} projects`, requests],
    ['one key', requests.slice(0, 1)],
  ] as const) {
    let alone: Measured | undefined
    for (let count = 1; count <= urls.length; count++) {
      const figure = await measure(urls.slice(0, count), some, meters)
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
        const [first, ...others] = nodes
        const meters = [await meterOf(first as StartedServer), ...others.map(({ pid }) => meterOfOther(pid))]
        try {
          const urls = nodes.map((node) => node.url)
          await benchNodesAt(distanceMs, urls, { requests, meters })
        } finally {
          for (const meter of meters) await meter.close()
          for (const node of nodes) await node.stop()
        }
      })
  } finally {
    await postgres.stop()
  }
}
