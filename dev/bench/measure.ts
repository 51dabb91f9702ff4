import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { loadCore, onCore, serverCore } from './cores.ts'
import type { Figure, Load } from './load.ts'
import type { Cost, Meter } from './meter.ts'

const run = promisify(execFile)
const script = (name: string) => fileURLToPath(new URL(name, import.meta.url))

const warmUpSeconds = 2
const seconds = 2
const rounds = 5

/**
 * The raw server's rounds may differ by this share of their median; beyond that something else ran on the machine.
 */
const maxSpread = 0.15

/** The requests, and the expected responses. */
export type Target = Pick<Load, 'requests' | 'status'>

/** Medians over the rounds; `ratio` and `slower` are medians of the rounds' values. */
export interface Comparison {
  readonly figure: Figure
  readonly raw: Figure
  /** Requests per second, relative to the raw server. */
  readonly ratio: number
  /** The p99, relative to the raw server. */
  readonly slower: number
  /** How far the raw server's rounds differ, relative to their median, if that is too far to judge. */
  readonly disturbed: number | null
  /** Per response. */
  readonly cost: { readonly serverUs: number; readonly databaseUs: number; readonly callsPerCommit: number }
}

const median = (numbers: readonly number[]) =>
  numbers.toSorted((left, right) => left - right)[numbers.length >> 1] ?? Number.NaN

const medians = (figures: readonly Figure[]): Figure => ({
  answers: median(figures.map(({ answers }) => answers)),
  perSecond: median(figures.map(({ perSecond }) => perSecond)),
  p50: median(figures.map(({ p50 }) => p50)),
  p99: median(figures.map(({ p99 }) => p99)),
  unexpected: 0,
})

/** The share by which the figures differ, if it is more than allowed. */
export function disturbance(perSecond: readonly number[]): number | null {
  const spread = (Math.max(...perSecond) - Math.min(...perSecond)) / median(perSecond)
  return spread > maxSpread ? spread : null
}

interface Round {
  readonly figure: Figure
  readonly raw: Figure
  readonly cost: Cost
}

/**
 * Puts the same load on a target and on the raw server in turn, so that a slow phase of the machine affects both.
 * @throws Error when a response was not the expected one
 */
export async function compare(
  target: Target,
  raw: Target,
  connections: number,
  meter: Meter,
): Promise<Comparison> {
  await expected(raw, connections, warmUpSeconds)
  await expected(target, connections, warmUpSeconds)
  const pairs: Round[] = []
  for (let round = 0; round < rounds; round++) {
    const rawFigure = await expected(raw, connections, seconds)
    const end = await meter.start()
    const figure = await expected(target, connections, seconds)
    pairs.push({ raw: rawFigure, figure, cost: await end() })
  }
  return {
    figure: medians(pairs.map(({ figure }) => figure)),
    raw: medians(pairs.map((pair) => pair.raw)),
    ratio: median(pairs.map((pair) => pair.figure.perSecond / pair.raw.perSecond)),
    slower: median(pairs.map((pair) => pair.figure.p99 / pair.raw.p99)),
    disturbed: disturbance(pairs.map((pair) => pair.raw.perSecond)),
    cost: {
      serverUs: median(pairs.map(({ cost, figure }) => cost.serverUs / figure.answers)),
      databaseUs: median(pairs.map(({ cost, figure }) => cost.databaseUs / figure.answers)),
      callsPerCommit: median(pairs.map(({ cost }) => cost.rows / cost.commits)),
    },
  }
}

/** Puts a load on a target. @throws Error when a response was not the expected one */
export async function expected(target: Target, connections: number, forSeconds: number): Promise<Figure> {
  const figure = await figureOf({ ...target, connections, seconds: forSeconds })
  if (figure.unexpected > 0)
    throw new Error(`${figure.unexpected} answers of ${target.requests[0]?.url} were not ${target.status}`)
  return figure
}

/** Puts a load on a server, and counts responses that were not expected. */
export async function figureOf(load: Load): Promise<Figure> {
  const [command, ...args] = onCore(loadCore, [process.execPath, script('load.ts'), JSON.stringify(load)])
  const { stdout } = await run(command, args, { maxBuffer: 1 << 20 })
  return JSON.parse(stdout)
}

/** Runs a script that prints its port, on a core or on all of them, while `work` uses it. */
export async function withScript<T>(
  name: string,
  args: readonly string[],
  core: number | 'all',
  work: (port: number) => Promise<T>,
): Promise<T> {
  const program: [string, ...string[]] = [process.execPath, script(name), ...args]
  const [command, ...rest] = core === 'all' ? program : onCore(core, program)
  const child = spawn(command, rest, { stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    const [port] = await once(child.stdout, 'data')
    return await work(Number(String(port).trim()))
  } finally {
    child.kill('SIGKILL')
  }
}

/** Runs the raw server with a body of this many bytes while `work` measures it. */
export const withRawServer = <T>(bytes: number, work: (target: Target) => Promise<T>): Promise<T> =>
  withScript('raw-server.ts', [String(bytes)], serverCore, (port) =>
    work({ requests: [{ url: `http://127.0.0.1:${port}/`, headers: {} }], status: 200 }),
  )

/** Adds a latency in milliseconds between this machine and a database on it, and passes its URL to `work`. */
export function withDelay<T>(
  databaseUrl: string,
  delayMs: number,
  work: (url: string) => Promise<T>,
): Promise<T> {
  const url = new URL(databaseUrl)
  return withScript('delay-proxy.ts', [url.port, String(delayMs)], loadCore, (port) => {
    url.port = String(port)
    return work(url.href)
  })
}
