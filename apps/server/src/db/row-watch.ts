import { AppError } from '../app-error.ts'
import { uncharged } from './charged-work.ts'

/** A caller that waits for a change of rows. */
interface Waiting {
  readonly userId: number
}

/**
 * Polls the database for all waiting callers at once. However many wait, the process reads their rows twice a second,
 * and reads nothing while nobody waits. Polling, unlike notifications, also finds changes by other nodes.
 */
export interface RowWatch<Wait extends Waiting> {
  /**
   * Resolves when the wait is over, after `ms`, or when the server stops. This is a hint: the caller reads again.
   * @throws AppError RATE_LIMITED when the user has too many waits already, UNAVAILABLE when too many callers wait
   */
  over(wait: Wait, ms: number): Promise<void>
  /** Wakes every waiting caller and accepts no new ones. */
  close(): void
}

const pollMs = 500
const maxPerUser = 32
const maxTotal = 10_000

/** @param look reads the rows of all waits. Returns what decides whether one of them is over */
export function createRowWatch<Wait extends Waiting>(
  look: (waits: readonly Wait[]) => Promise<(wait: Wait) => boolean>,
): RowWatch<Wait> {
  const waiters = new Map<Wait, () => void>()
  let timer: NodeJS.Timeout | undefined
  let closed = false

  const wakeThoseOver = async () => {
    // Callers who start waiting during the queries are served by the next ones.
    const asking = [...waiters]
    const isOver = await look(asking.map(([wait]) => wait))
    for (const [wait, wake] of asking) if (isOver(wait)) wake()
  }
  const later = () => {
    timer = setTimeout(async () => {
      // Nothing to report while the database is unavailable. Callers whose wait ends get the error from their own read.
      await wakeThoseOver().catch(() => {})
      if (waiters.size > 0 && !closed) later()
      else timer = undefined
    }, pollMs)
  }

  const requireRoom = (userId: number) => {
    if (waiters.size >= maxTotal) throw new AppError('UNAVAILABLE', { retryAfter: 10 })
    let own = 0
    for (const waiter of waiters.keys()) if (waiter.userId === userId) own++
    if (own >= maxPerUser) throw new AppError('RATE_LIMITED', { retryAfter: 30 })
  }

  return {
    async over(request, ms) {
      if (closed) return
      requireRoom(request.userId)
      const { promise, resolve } = Promise.withResolvers<void>()
      // Each wait is a key of its own.
      const wait = { ...request }
      const timeout = setTimeout(resolve, ms)
      waiters.set(wait, resolve)
      if (!timer) uncharged(later)
      await promise
      clearTimeout(timeout)
      waiters.delete(wait)
    },
    close() {
      closed = true
      clearTimeout(timer)
      for (const wake of waiters.values()) wake()
    },
  }
}
