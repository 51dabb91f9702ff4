import { setTimeout as wait } from 'node:timers/promises'
import { AppError } from '../../app-error.ts'

const delayMs = 1_000
/** Beyond that, rejections go out at once: what is held back costs memory. */
const maxHeld = 1_000

let held = 0

/**
 * Holds back a rejection that says when to try again. A client that retries at once would otherwise take most of the
 * process's time with rejections alone.
 */
export async function withSlowRejection<T>(
  signal: AbortSignal | undefined,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const isHeld = error instanceof AppError && error.retryAfter !== undefined && held < maxHeld
    if (!isHeld) throw error
    held++
    try {
      await wait(delayMs, undefined, signal && { signal })
    } catch {
      // The client disconnected.
    } finally {
      held--
    }
    throw error
  }
}
