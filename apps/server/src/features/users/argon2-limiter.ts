import { setTimeout as wait } from 'node:timers/promises'
import type { Argon2Cost } from '@envhold/integrity/argon2.ts'
import { AppError } from '../../app-error.ts'
import { createArgon2Lane, type LaneBounds, type Waiter } from './argon2-lane.ts'

/**
 * Each lane has a queue of its own, so a flood of one cannot stop another. `sign-in` is open to strangers,
 * `known-device` to a device or a session of the account, `unlock` to signed-in people.
 */
export type Argon2Lane = 'sign-in' | 'known-device' | 'unlock'

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
  /** How many computations run, and how many callers wait. */
  load(): { readonly running: number; readonly waiting: number }
  /** Wraps calls of `run` and the checks that come before them. */
  readonly withSlowRejection: WithSlowRejection
  /** The cost of new user keys; without one it is the vault's own. Only tests set a lower one. */
  readonly userKeyCost: Argon2Cost | undefined
}

export interface Argon2Bounds extends LaneBounds {
  /** Each computation takes up to 64 MiB, and a thread of the pool that also reads files. */
  readonly running: number
  readonly maxWaitMs: number
  readonly rejectionDelayMs: number
  readonly userKeyCost?: Argon2Cost
}

/** Two cores compute about 200 in `maxWaitMs`. Clients wait longer than that: see `argon2TimeoutMs` of the contract. */
export const defaultArgon2Bounds: Argon2Bounds = {
  running: 2,
  maxWaitMs: 30_000,
  maxWaiting: 200,
  maxWaitingPerAccount: 50,
  maxWaitingPerAddress: 100,
  rejectionDelayMs: 1_000,
}
/** Longer than clients pause before they try again by themselves: after a long wait, a person decides. */
const retryAfter = 5

const unavailable = () => new AppError('UNAVAILABLE', { retryAfter })

/**
 * Every Argon2id computation of this process passes one limiter. A free slot goes to the lane with fewer running
 * computations, and within it to the caller whose account and IP address have waited longest for a start; people who
 * come once are served in order of arrival. However many calls one caller makes, every other caller waits for one
 * computation of theirs at most.
 */
export function createArgon2Limiter(bounds: Argon2Bounds = defaultArgon2Bounds): Argon2Limiter {
  const lanes = {
    'sign-in': createArgon2Lane(bounds),
    'known-device': createArgon2Lane(bounds),
    unlock: createArgon2Lane(bounds),
  }
  let starts = 0
  let running = 0

  const begin = (caller: Argon2Caller) => {
    starts++
    running++
    lanes[caller.lane].begin(caller, starts)
  }
  const end = (caller: Argon2Caller) => {
    running--
    lanes[caller.lane].end(caller)
    startNext()
  }
  const startNext = () => {
    if (running >= bounds.running) return
    const [lane] = Object.values(lanes)
      .filter((lane) => lane.waiting() > 0)
      .sort((left, right) => left.running() - right.running() || left.lastStart() - right.lastStart())
    lane?.next()?.start()
  }

  const wait = (caller: Argon2Caller) =>
    new Promise<void>((resolve, reject) => {
      const lane = lanes[caller.lane]
      const stop = () => {
        clearTimeout(timer)
        caller.signal?.removeEventListener('abort', giveUp)
        lane.leave(waiter)
      }
      const giveUp = () => {
        stop()
        reject(unavailable())
      }
      const start = () => {
        begin(caller)
        stop()
        resolve()
      }
      const { account, ipKey } = caller
      const waiter: Waiter = { account, ipKey, start, reject: giveUp }
      const timer = setTimeout(giveUp, bounds.maxWaitMs)
      caller.signal?.addEventListener('abort', giveUp, { once: true })
      lane.join(waiter)
    })

  return {
    withSlowRejection: createSlowRejection(bounds.rejectionDelayMs),
    userKeyCost: bounds.userKeyCost,
    load: () => ({ running, waiting: Object.values(lanes).reduce((sum, lane) => sum + lane.waiting(), 0) }),
    async run(caller, work) {
      if (caller.signal?.aborted) throw unavailable()
      if (running < bounds.running) begin(caller)
      else if (lanes[caller.lane].admits(caller)) await wait(caller)
      else throw unavailable()
      try {
        return await work()
      } finally {
        end(caller)
      }
    },
  }
}

/** Runs work, and delays its rejection if that carries a retry time. */
type WithSlowRejection = <T>(signal: AbortSignal | undefined, work: () => Promise<T>) => Promise<T>

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
