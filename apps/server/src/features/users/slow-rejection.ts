import { setTimeout as wait } from 'node:timers/promises'
import { AppError } from '../../app-error.ts'

/** Runs work, and delays its rejection if that says when to try again. */
export type WithSlowRejection = <T>(signal: AbortSignal | undefined, work: () => Promise<T>) => Promise<T>

/** Beyond that, rejections are sent immediately: delaying them costs memory. */
const maxHeld = 1_000

/**
 * A client that retries immediately would use most of the process's time with rejections alone, so they are delayed.
 */
export function createSlowRejection(delayMs: number): WithSlowRejection {
  let held = 0
  return async (signal, work) => {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof AppError) || error.retryAfter === undefined || held >= maxHeld) throw error
      held++
      // An abort ends the delay: the client disconnected.
      await wait(delayMs, undefined, signal && { signal }).catch(() => {})
      held--
      throw error
    }
  }
}
