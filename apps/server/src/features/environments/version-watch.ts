import { AppError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import { versionsOf } from './environment-store.ts'

/**
 * Many who wait for environments to change, and one look at the database for all of them: however many wait, the process
 * asks twice a second for the versions of what is waited for, and not at all while nobody waits. Looking instead of
 * being told finds what another node wrote too.
 */
export interface VersionWatch {
  /**
   * Resolves when the environment is at another version than `known` or gone, after `ms`, or when the server stops.
   * It is a hint: who is woken looks for himself.
   * @throws AppError RATE_LIMITED when `userId` waits too often already, UNAVAILABLE when too many wait
   */
  moved(userId: number, at: { environmentId: number; known: number }, ms: number): Promise<void>
  /** Wakes everybody, and lets nobody wait any more. */
  close(): void
}

const lookEveryMs = 500
const mostOfOneUser = 32
const mostOfAll = 10_000

interface Waiter {
  readonly userId: number
  readonly environmentId: number
  readonly known: number
  readonly wake: () => void
}

export function createVersionWatch({ db }: Pick<Context, 'db'>): VersionWatch {
  const waiters = new Set<Waiter>()
  let timer: NodeJS.Timeout | undefined
  let closed = false

  const look = async () => {
    // Whoever begins to wait after the query has started is served by the next one.
    const asking = [...waiters]
    const ids = new Set(asking.map(({ environmentId }) => environmentId))
    const versions = await versionsOf(db, [...ids])
    for (const { environmentId, known, wake } of asking) if (versions.get(environmentId) !== known) wake()
  }
  const later = () => {
    timer = setTimeout(async () => {
      // A database that is away brings no news; whoever has waited long enough hears of it from his own look.
      await look().catch(() => {})
      if (waiters.size > 0 && !closed) later()
      else timer = undefined
    }, lookEveryMs)
  }

  const requireRoom = (userId: number) => {
    if (waiters.size >= mostOfAll) throw new AppError('UNAVAILABLE', { retryAfter: 10 })
    let own = 0
    for (const waiter of waiters) if (waiter.userId === userId) own++
    if (own >= mostOfOneUser) throw new AppError('RATE_LIMITED', { retryAfter: 30 })
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
