import { AppError } from '../../app-error.ts'
import { createSlowRejection, type WithSlowRejection } from './slow-rejection.ts'

/** Signing in and unlocking each have their own lane, so a flood of one cannot stop the other. */
export type Argon2Lane = 'sign-in' | 'unlock'

/** The caller who needs an Argon2id computation. */
export interface Argon2Caller {
  readonly lane: Argon2Lane
  /** The account, or the known device that signs in to it. */
  readonly account: string
  /** The client's IP address; IPv6 by /64. */
  readonly ipKey: string
  /** Aborts when the client disconnects. */
  readonly signal?: AbortSignal | undefined
}

/** Limits how many Argon2id computations run at once, and for whom. */
export interface Argon2Limiter {
  /** @throws AppError UNAVAILABLE when no slot becomes free in time, or when too many callers wait already */
  run<T>(caller: Argon2Caller, work: () => Promise<T>): Promise<T>
  /** Wraps calls of `run` and the checks that come before them. */
  readonly withSlowRejection: WithSlowRejection
}

export interface Argon2Bounds {
  /** Each computation takes up to 64 MiB, and a thread of the pool that also reads files. */
  readonly running: number
  readonly maxWaitMs: number
  readonly maxWaiting: number
  /** How many calls may wait for one account, and for one IP address. */
  readonly maxWaitingPerKey: number
  readonly rejectionDelayMs: number
}

export const defaultArgon2Bounds: Argon2Bounds = {
  running: 2,
  maxWaitMs: 2_000,
  maxWaiting: 1_000,
  maxWaitingPerKey: 50,
  rejectionDelayMs: 1_000,
}
const retryAfter = 2

interface Waiter {
  readonly keys: readonly string[]
  readonly start: () => void
}

/** The load of one account or one IP address in the limiter. */
interface Load {
  running: number
  waiting: number
  /** The number of the last start. Among waiting keys, the lowest number has waited longest. */
  lastStart: number
}

const keysOf = ({ lane, account, ipKey }: Argon2Caller) => [
  `${lane} account ${account}`,
  `${lane} address ${ipKey}`,
]

/**
 * Every Argon2id computation of this process passes one limiter. A free slot goes to the lane with fewer running
 * computations, and within it to the caller whose account and IP address have waited longest for a start. However many
 * calls one caller makes, every other caller waits for one computation at most.
 */
export function createArgon2Limiter(bounds: Argon2Bounds = defaultArgon2Bounds): Argon2Limiter {
  const loads = new Map<string, Load>()
  const lanes = {
    'sign-in': { running: 0, lastStart: 0, waiting: new Set<Waiter>() },
    unlock: { running: 0, lastStart: 0, waiting: new Set<Waiter>() },
  }
  let starts = 0

  const loadOf = (key: string): Load => loads.get(key) ?? { running: 0, waiting: 0, lastStart: 0 }
  const change = (keys: readonly string[], by: Partial<Load>) => {
    for (const key of keys) {
      const { running, waiting, lastStart } = loadOf(key)
      const load = {
        running: running + (by.running ?? 0),
        waiting: waiting + (by.waiting ?? 0),
        lastStart: by.lastStart ?? lastStart,
      }
      if (load.running === 0 && load.waiting === 0) loads.delete(key)
      else loads.set(key, load)
    }
  }
  const lastStartOf = ({ keys }: Waiter) => Math.max(...keys.map((key) => loadOf(key).lastStart))
  const hasFreeSlot = () => lanes['sign-in'].running + lanes.unlock.running < bounds.running
  const countWaiting = () => lanes['sign-in'].waiting.size + lanes.unlock.waiting.size

  const begin = (lane: Argon2Lane, keys: readonly string[]) => {
    starts++
    lanes[lane].running++
    lanes[lane].lastStart = starts
    change(keys, { running: 1, lastStart: starts })
  }
  const end = (lane: Argon2Lane, keys: readonly string[]) => {
    lanes[lane].running--
    change(keys, { running: -1 })
    startNext()
  }
  const startNext = () => {
    const [lane] = Object.values(lanes)
      .filter(({ waiting }) => waiting.size > 0)
      .sort((left, right) => left.running - right.running || left.lastStart - right.lastStart)
    if (!lane || !hasFreeSlot()) return
    let next: Waiter | undefined
    for (const waiter of lane.waiting) if (!next || lastStartOf(waiter) < lastStartOf(next)) next = waiter
    next?.start()
  }

  const wait = ({ lane, signal }: Argon2Caller, keys: readonly string[]) =>
    new Promise<void>((resolve, reject) => {
      const stop = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', giveUp)
        lanes[lane].waiting.delete(waiter)
        change(keys, { waiting: -1 })
      }
      const giveUp = () => {
        stop()
        reject(new AppError('UNAVAILABLE', { retryAfter }))
      }
      const start = () => {
        begin(lane, keys)
        stop()
        resolve()
      }
      const waiter: Waiter = { keys, start }
      const timer = setTimeout(giveUp, bounds.maxWaitMs)
      signal?.addEventListener('abort', giveUp, { once: true })
      lanes[lane].waiting.add(waiter)
      change(keys, { waiting: 1 })
    })

  return {
    withSlowRejection: createSlowRejection(bounds.rejectionDelayMs),
    async run(caller, work) {
      const keys = keysOf(caller)
      const isFull = countWaiting() >= bounds.maxWaiting
      if (
        caller.signal?.aborted ||
        isFull ||
        keys.some((key) => loadOf(key).waiting >= bounds.maxWaitingPerKey)
      )
        throw new AppError('UNAVAILABLE', { retryAfter })
      if (hasFreeSlot()) begin(caller.lane, keys)
      else await wait(caller, keys)
      try {
        return await work()
      } finally {
        end(caller.lane, keys)
      }
    },
  }
}
