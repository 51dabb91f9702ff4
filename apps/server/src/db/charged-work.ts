import { AsyncLocalStorage } from 'node:async_hooks'
import { nextTurn } from './yield-to-event-loop.ts'

/** What one call has used of the event loop, and where it waits in turn. */
export interface CallWork {
  /** The processor time of its long pieces of work, in milliseconds. */
  ms: number
  /** Waits, if the call has run for long. */
  readonly pause: () => Promise<void>
}

const current = new AsyncLocalStorage<CallWork | undefined>()

/** Runs a call, whose work is charged to `work`. */
export const chargeTo = <T>(work: CallWork, call: () => Promise<T>): Promise<T> => current.run(work, call)

/**
 * Runs one piece of synchronous work, and charges its processor time to the call that it belongs to. On a busy machine,
 * the time that passes is longer.
 */
export function charged<T>(piece: () => T): T {
  const work = current.getStore()
  if (!work) return piece()
  const begun = process.threadCpuUsage()
  try {
    return piece()
  } finally {
    const { user, system } = process.threadCpuUsage(begun)
    work.ms += (user + system) / 1_000
  }
}

/** Runs work that many calls share, and charges it to none of them. */
export const uncharged = <T>(work: () => T): T => current.run(undefined, work)

/** Between two steps of a call: others run first, after a few milliseconds of its work. */
export const pauseCall = async (): Promise<void> => await current.getStore()?.pause()

/** In a loop of long work: the same and, outside of a call, a turn of the event loop. */
export const pauseWork = (): Promise<void> => current.getStore()?.pause() ?? nextTurn()
