import { AppError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import { versionsOf } from './environment-store.ts'

/**
 * Lets many callers wait for changes of environments with one query for all of them: the process queries the versions
 * of the watched environments twice a second, and not at all without watchers. Polling also finds what another node
 * wrote.
 */
export interface VersionWatch {
  /**
   * Resolves when the environment has another version than `known` or is deleted, after `ms`, or when the server
   * stops. It is a hint: the caller checks.
   * @throws AppError RATE_LIMITED when `userId` has too many waits, UNAVAILABLE when there are too many in total
   */
  moved(userId: number, at: { environmentId: number; known: number }, ms: number): Promise<void>
  /** Resolves all waits, and accepts no more. */
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
    // A wait that begins after the query has started uses the next one.
    const asking = [...waiters]
    const ids = new Set(asking.map(({ environmentId }) => environmentId))
    const versions = await versionsOf(db, [...ids])
    for (const { environmentId, known, wake } of asking) if (versions.get(environmentId) !== known) wake()
  }
  const later = () => {
    timer = setTimeout(async () => {
      // An unavailable database brings no news; the callers' own checks report it.
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
