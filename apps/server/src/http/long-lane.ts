import { setTimeout as wait } from 'node:timers/promises'
import { AppError } from '../app-error.ts'

/** Aborts when the client disconnects; created when it is needed. */
export type Left = () => AbortSignal | undefined

/** @param ms until a retry makes sense */
const tooMuch = (ms: number) =>
  new AppError('RATE_LIMITED', {
    message: 'This account has too much work under way. Please try again in a moment.',
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
export async function waitUntil(at: number, deadline: number, left: Left): Promise<void> {
  const ms = Math.min(at, deadline) - performance.now()
  if (ms > 0) await waitFor(ms, left)
  if (at > deadline) throw tooMuch(at - performance.now())
}

/** What follows each other: the long calls of one account. */
export interface Line {
  /** Resolves when the last of them is done; undefined if none is under way. */
  last: Promise<void> | undefined
}

/** The part of the time that all long work takes together. After each piece, the lane is closed for as long as that asks. */
export class LongLane {
  readonly #part: number
  #freeAt = 0

  constructor(part: number) {
    this.#part = part
  }

  /** Counts work of `ms` that has begun or is done. */
  charge(ms: number): void {
    this.#freeAt = Math.max(this.#freeAt, performance.now()) + ms / this.#part
  }

  /**
   * Waits until those before in the line are done, and the lane is free for work of `ms`.
   * @returns what to call at the end
   * @throws AppError RATE_LIMITED when that is not before the deadline
   */
  async enter(line: Line, ms: number, deadline: number, left: Left): Promise<() => void> {
    const before = line.last
    const { promise, resolve } = Promise.withResolvers<void>()
    const mine = before === undefined ? promise : before.then(() => promise)
    line.last = mine
    void mine.then(() => {
      if (line.last === mine) line.last = undefined
    })
    try {
      if (before !== undefined) {
        const late = waitFor(deadline - performance.now(), left).then(() => true)
        if (await Promise.race([before, late])) throw tooMuch(ms / this.#part)
      }
      const at = Math.max(this.#freeAt, performance.now())
      if (at <= deadline) this.charge(ms)
      await waitUntil(at, deadline, left)
    } catch (error) {
      resolve()
      throw error
    }
    return resolve
  }

  /** Counts work of `ms` that is done, and waits until the lane is free for more. */
  async pause(ms: number, left: Left): Promise<void> {
    this.charge(ms)
    // Work that goes on for nobody is ended by whoever does it.
    await waitFor(this.#freeAt - performance.now(), left).catch(() => {})
  }
}
