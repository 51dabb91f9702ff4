import { setTimeout as wait } from 'node:timers/promises'
import { AppError } from '../../app-error.ts'

/** Runs work, and delays its rejection if that carries a retry time. */
export type WithSlowRejection = <T>(signal: AbortSignal | undefined, work: () => Promise<T>) => Promise<T>

/** Beyond this number, rejections are sent at once, because each delayed one costs memory. */
const maxHeld = 1_000

/**
 * Delays rejections. A client that retries as soon as it is rejected would otherwise take most of the process's time
 * with rejections alone.
 */
export function createSlowRejection(delayMs: number): WithSlowRejection {
  let waiting = 0
  return async (signal, work) => {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof AppError) || error.retryAfter === undefined || waiting >= maxHeld) throw error
      waiting++
      // An abort ends the delay: the client disconnected.
      await wait(delayMs, undefined, signal && { signal }).catch(() => {})
      waiting--
      throw error
    }
  }
}
