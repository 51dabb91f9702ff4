import { AppError } from '../../app-error.ts'
import type { DbContext } from '../../context.ts'
import { listInactive } from '../users/user-store.ts'
import { versionsOf } from './environment-store.ts'

/**
 * Polls the database for all waiting callers at once. However many wait, the process reads the versions of the awaited
 * environments twice a second, and reads nothing while nobody waits. Polling, unlike notifications, also finds writes
 * of other nodes.
 */
export interface VersionWatch {
  /**
   * Resolves when the environment's version differs from `known` or the environment is deleted, when the account is
   * suspended, after `ms`, or when the server stops. This is a hint: the caller reads the version itself.
   * @throws AppError RATE_LIMITED when `userId` has too many waits already, UNAVAILABLE when too many callers wait
   */
  moved(userId: number, at: { environmentId: number; known: number }, ms: number): Promise<void>
  /** Wakes every waiting caller and accepts no new ones. */
  close(): void
}

const pollMs = 500
const maxPerUser = 32
const maxTotal = 10_000

interface Waiter {
  readonly userId: number
  readonly environmentId: number
  readonly known: number
  readonly wake: () => void
}

export function createVersionWatch({ db }: DbContext): VersionWatch {
  const waiters = new Set<Waiter>()
  let timer: NodeJS.Timeout | undefined
  let closed = false

  const look = async () => {
    // Callers who start waiting during the query are served by the next one.
    const asking = [...waiters]
    const ids = new Set(asking.map(({ environmentId }) => environmentId))
    const versions = await versionsOf(db, [...ids])
    const inactive = new Set(await listInactive(db, [...new Set(asking.map(({ userId }) => userId))]))
    for (const { userId, environmentId, known, wake } of asking)
      if (inactive.has(userId) || versions.get(environmentId) !== known) wake()
  }
  const later = () => {
    timer = setTimeout(async () => {
      // Nothing to report while the database is unavailable. Callers whose wait ends get the error from their own read.
      await look().catch(() => {})
      if (waiters.size > 0 && !closed) later()
      else timer = undefined
    }, pollMs)
  }

  const requireRoom = (userId: number) => {
    if (waiters.size >= maxTotal) throw new AppError('UNAVAILABLE', { retryAfter: 10 })
    let own = 0
    for (const waiter of waiters) if (waiter.userId === userId) own++
    if (own >= maxPerUser) throw new AppError('RATE_LIMITED', { retryAfter: 30 })
  }

  return {
    async moved(userId, at, ms) {
      if (closed) return
      requireRoom(userId)
      const { promise, resolve } = Promise.withResolvers<void>()
      const waiter: Waiter = { userId, ...at, wake: resolve }
      const over = setTimeout(resolve, ms)
      waiters.add(waiter)
      if (!timer) later()
      await promise
      clearTimeout(over)
      waiters.delete(waiter)
    },
    close() {
      closed = true
      clearTimeout(timer)
      for (const { wake } of waiters) wake()
    },
  }
}
