import { setTimeout as wait } from 'node:timers/promises'
import { AppError } from '../../app-error.ts'
import { ownTurn } from '../../db/yield-to-event-loop.ts'
import { SharedPart } from './shared-part.ts'

/** Aborts when the client disconnects; created when it is needed. */
export type Left = () => AbortSignal | undefined

/** Who has asked for too much. */
const messages = {
  account: 'This account has too much work under way. Please try again in a moment.',
  network: 'Too many requests come from your network. Please try again in a moment.',
}

/** @param ms until a retry makes sense */
const tooMuch = (ms: number, who: keyof typeof messages = 'account') =>
  new AppError('RATE_LIMITED', {
    message: messages[who],
    retryAfter: Math.max(1, Math.ceil(ms / 1_000)),
  })

/** @throws AppError RATE_LIMITED when the client disconnects; nobody reads it */
const waitFor = (ms: number, left: Left) => {
  const signal = left()
  return wait(Math.max(0, ms), undefined, { ref: false, ...(signal && { signal }) }).catch(() => {
    throw tooMuch(ms)
  })
}

/** Waits until `at`, on the clock of `performance.now()`. @throws AppError RATE_LIMITED at `deadline`, if it is earlier */
export async function waitUntil(
  at: number,
  deadline: number,
  left: Left,
  who?: keyof typeof messages,
): Promise<void> {
  const ms = Math.min(at, deadline) - performance.now()
  if (ms > 0) await waitFor(ms, left)
  if (at > deadline) throw tooMuch(at - performance.now(), who)
}

/** The bursts of many accounts at once close the lane no longer than this, so that there is room before a deadline. */
const maxClosedMs = 1_000

/**
 * The part of the time that all long work takes together. The long calls of one account follow each other. After each
 * piece, the lane is closed for as long as the part asks; an account within its burst does not wait for that.
 */
export class LongLane {
  readonly #part: number
  readonly #bursts: SharedPart<number>
  /** By account, what resolves when the last of its long calls is done. */
  readonly #last = new Map<number, Promise<void>>()
  #freeAt = 0

  constructor(part: number, burstMs: number) {
    this.#part = part
    this.#bursts = new SharedPart(part, burstMs)
  }

  /** Counts work of `ms` that has begun or is done. */
  charge(account: number, ms: number): void {
    this.#bursts.charge(account, ms)
    this.#freeAt = Math.max(this.#freeAt, Math.min(this.#closedUntil(ms), performance.now() + maxClosedMs))
  }

  /**
   * Waits until the account's long calls before are done, and there is room for work of `ms`. At the deadline, one that
   * is still there waits for something else than the lane, such as an unlock: this one goes ahead if there is room.
   * @returns what to call at the end
   * @throws AppError RATE_LIMITED when that is not before the deadline
   */
  async enter(account: number, ms: number, deadline: number, left: Left): Promise<() => void> {
    const before = this.#last.get(account)
    const { promise, resolve } = Promise.withResolvers<void>()
    const mine = before === undefined ? promise : before.then(() => promise)
    this.#last.set(account, mine)
    void mine.then(() => {
      if (this.#last.get(account) === mine) this.#last.delete(account)
    })
    try {
      if (before !== undefined) await Promise.race([before, waitFor(deadline - performance.now(), left)])
      if (this.#isWithinBurst(account)) this.charge(account, ms)
      else await this.#queue(account, ms, deadline, left)
    } catch (error) {
      resolve()
      throw error
    }
    return resolve
  }

  /** Counts work of `ms` that is done, and waits until there is room for more. */
  async pause(account: number, ms: number, left: Left): Promise<void> {
    this.charge(account, ms)
    if (this.#isWithinBurst(account)) return await ownTurn()
    // Work that goes on for nobody is ended by whoever does it.
    await waitFor(this.#freeAt - performance.now(), left).catch(() => {})
  }

  async #queue(account: number, ms: number, deadline: number, left: Left): Promise<void> {
    const at = this.#freeAt
    if (at <= deadline) {
      this.#bursts.charge(account, ms)
      this.#freeAt = this.#closedUntil(ms)
    }
    await waitUntil(at, deadline, left)
  }

  #isWithinBurst(account: number): boolean {
    return this.#bursts.waitOf(account) === 0
  }

  #closedUntil(ms: number): number {
    return Math.max(this.#freeAt, performance.now()) + ms / this.#part
  }
}
