import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { loadCore, onCore, serverCore } from './cores.ts'
import type { Figure, Load } from './load.ts'

const run = promisify(execFile)
const script = (name: string) => fileURLToPath(new URL(name, import.meta.url))

const warmUpSeconds = 2
const seconds = 2
const rounds = 5

/** What to ask, and what each answer must be. */
export type Target = Pick<Load, 'url' | 'headers' | 'status'>

/** Medians over the rounds; `ratio` and `slower` are medians of what each round came to. */
export interface Comparison {
  readonly figure: Figure
  readonly raw: Figure
  /** Requests per second, as a share of the raw server's. */
  readonly ratio: number
  /** The p99, as a multiple of the raw server's. */
  readonly slower: number
}

const median = (numbers: readonly number[]) =>
  numbers.toSorted((left, right) => left - right)[numbers.length >> 1] ?? Number.NaN

const medians = (figures: readonly Figure[]): Figure => ({
  perSecond: median(figures.map(({ perSecond }) => perSecond)),
  p50: median(figures.map(({ p50 }) => p50)),
  p99: median(figures.map(({ p99 }) => p99)),
  unexpected: 0,
})

/**
 * Puts the same load on a target and on the raw server, turn by turn, so that a machine that slows down slows both.
 * @throws Error when an answer was not the expected one
 */
export async function compare(target: Target, raw: Target, connections: number): Promise<Comparison> {
  await expected(raw, connections, warmUpSeconds)
  await expected(target, connections, warmUpSeconds)
  const pairs: { figure: Figure; raw: Figure }[] = []
  for (let round = 0; round < rounds; round++)
    pairs.push({
      raw: await expected(raw, connections, seconds),
      figure: await expected(target, connections, seconds),
    })
  return {
    figure: medians(pairs.map(({ figure }) => figure)),
    raw: medians(pairs.map((pair) => pair.raw)),
    ratio: median(pairs.map((pair) => pair.figure.perSecond / pair.raw.perSecond)),
    slower: median(pairs.map((pair) => pair.figure.p99 / pair.raw.p99)),
  }
}

async function expected(target: Target, connections: number, forSeconds: number): Promise<Figure> {
  const figure = await figureOf({ ...target, connections, seconds: forSeconds })
  if (figure.unexpected > 0)
    throw new Error(`${figure.unexpected} answers of ${target.url} were not ${target.status}`)
  return figure
}

async function figureOf(load: Load): Promise<Figure> {
  const [command, ...args] = onCore(loadCore, [process.execPath, script('load.ts'), JSON.stringify(load)])
  const { stdout } = await run(command, args, { maxBuffer: 1 << 20 })
  return JSON.parse(stdout)
}

/** Runs the raw server with a body of so many bytes while `work` measures it. */
export async function withRawServer<T>(bytes: number, work: (target: Target) => Promise<T>): Promise<T> {
  const [command, ...args] = onCore(serverCore, [process.execPath, script('raw-server.ts'), String(bytes)])
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    const [port] = await once(child.stdout, 'data')
    return await work({ url: `http://127.0.0.1:${String(port).trim()}/`, headers: {}, status: 200 })
  } finally {
    child.kill('SIGKILL')
  }
}
