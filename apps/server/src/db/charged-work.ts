import { AsyncLocalStorage } from 'node:async_hooks'
import type { Steps } from '@envhold/formats/steps.ts'
import { nextTurn } from './yield-to-event-loop.ts'

/** What one call has used of the event loop, and where it waits in turn. */
export interface CallWork {
  /** The processor time of its pieces of work, in milliseconds. */
  ms: number
  /** Waits, if the call has run for long. */
  readonly pause: () => Promise<void>
  /** Waits for something else than work; others of the account run until then. */
  readonly rest?: (until: Promise<void>) => Promise<void>
}

const current = new AsyncLocalStorage<CallWork | undefined>()

/** Runs a call, whose work is charged to `work`. */
export const chargeTo = <T>(work: CallWork, call: () => Promise<T>): Promise<T> => current.run(work, call)

/** Somebody runs whose work is charged to nobody. */
export const leaveUncharged = (): void => {
  last = undefined
}

/** The end of the last piece, unless another call has run since. */
let last: { readonly work: CallWork; readonly loop: number; readonly at: Moment } | undefined
let isInPiece = false

/** In ms: the time, and the processor time of this thread as the operating system has counted it. */
interface Moment {
  readonly time: number
  readonly counted: number
}

const currentMoment = (): Moment => {
  const { user, system } = process.threadCpuUsage()
  return { time: performance.now(), counted: (user + system) / 1_000 }
}

/** No system counts less often. */
const maxTickMs = 16

/**
 * The processor time of this thread between two moments, in ms. The operating system counts it at ticks some
 * milliseconds apart, and when another thread gets the processor. While it counts nothing, this thread runs.
 */
export function processorMs(from: Moment, to: Moment): number {
  const passed = to.time - from.time
  const counted = to.counted - from.counted
  return Math.min(passed, counted === 0 ? maxTickMs : counted)
}

const currentLoop = () => performance.nodeTiming.uvMetricsInfo.loopCount

/**
 * Runs one piece of synchronous work, and charges its processor time to the call that it belongs to; so too what has run
 * since the piece before, if that was of the same call and in the same turn of the event loop.
 */
export function charged<T>(piece: () => T): T {
  const work = current.getStore()
  if (!work || isInPiece) return piece()
  const loop = currentLoop()
  const from = last?.work === work && last.loop === loop ? last.at : currentMoment()
  isInPiece = true
  try {
    return piece()
  } finally {
    isInPiece = false
    const at = currentMoment()
    work.ms += processorMs(from, at)
    last = { work, loop, at }
  }
}

/** Charges what a stream does to the call that has created it: it is read after the call has returned. */
export function chargeStream<T>(stream: AsyncIterable<T>): AsyncIterable<T> {
  const inCall = AsyncLocalStorage.snapshot()
  return {
    [Symbol.asyncIterator]: () => {
      const iterator = stream[Symbol.asyncIterator]()
      return {
        next: () => inCall(() => iterator.next()),
        return: () =>
          inCall(async () => (await iterator.return?.()) ?? { done: true as const, value: undefined }),
      }
    },
  }
}

/** Charges work that runs elsewhere, such as in the database. */
export function chargeMs(ms: number): void {
  const work = current.getStore()
  if (work) work.ms += ms
}

/** What PostgreSQL takes to compare a row. */
const comparedRowMs = 0.001

/** Charges rows that PostgreSQL compares without returning them. On SQLite the time of the statement is charged. */
export function chargeCompared(engine: 'sqlite' | 'postgres', rows: number): void {
  if (engine === 'postgres') chargeMs(rows * comparedRowMs)
}

/** Runs work that many calls share, and charges it to none of them. */
export const uncharged = <T>(work: () => T): T => current.run(undefined, work)

/** Between two steps of a call: others run first, after a few milliseconds of its work. */
export const pauseCall = (): Promise<void> | undefined => current.getStore()?.pause()

/** In a loop of long work: the same and, outside of a call, a turn of the event loop. */
export const pauseWork = (): Promise<void> => current.getStore()?.pause() ?? nextTurn()

/** Waits within a call for something else than its work, such as a change by others. */
export const restCall = (until: Promise<void>): Promise<void> => current.getStore()?.rest?.(until) ?? until

/** Runs work that can pause: its steps are charged, and others run in between. */
export async function chargeSteps<T>(steps: Steps<T>): Promise<T> {
  for (;;) {
    const { done, value } = charged(() => steps.next())
    if (done) return value
    await pauseWork()
  }
}
