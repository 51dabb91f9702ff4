/**
 * Turns at the event loop, which all calls of a process share: valid calls of one account must not slow others. While
 * somebody else uses the process, each account has a part of its time, and long work takes turns with pauses that leave
 * most of the time to short calls. An account that is alone waits for nothing. Inject and signing in need no turn.
 */
import { LRUCache } from 'lru-cache'
import type { CallWork } from '../db/charged-work.ts'
import { nextTurn } from '../db/yield-to-event-loop.ts'
import { type Left, type Line, LongLane, waitUntil } from './long-lane.ts'

export interface TurnBounds {
  /** A call with more work than this, in ms of the event loop, is long. */
  readonly longMs: number
  /** The part of the time that all long calls may take together, 0 to 1. */
  readonly longPart: number
  /** The part of the time that accounts have together beyond their bursts. */
  readonly part: number
  /** The work that an account may do at once, in ms. */
  readonly burstMs: number
  readonly maxWaitMs: number
  /** An account is alone this long after the last call of another. */
  readonly aloneAfterMs: number
}

const defaultBounds: TurnBounds = {
  longMs: 4,
  longPart: 0.05,
  part: 0.2,
  burstMs: 500,
  maxWaitMs: 2_000,
  aloneAfterMs: 5_000,
}
/** What a call costs beside the pieces of work that are measured. */
const baseMs = 1.2
/** Collecting garbage and resuming callers cost about as much as half of the work. */
const perWork = 1.5
/** A call pauses after so much of its work. */
const pieceMs = 3
const maxKnown = 20_000
const pruneEveryMs = 100

/** A call that has its turn. */
export interface Turn {
  readonly work: CallWork
  readonly end: () => void
}

export interface WantedTurn {
  readonly account: number
  /** The call and what it is about: the next one of this kind is expected to take as long. */
  readonly kind: string
  /** How long a call of an unknown kind may take, in ms. */
  readonly guessMs: number
  readonly left: Left
}

interface Account extends Line {
  /** Work in ms that its part of the time has not covered yet, at the time `at`. */
  debt: number
  at: number
  calls: number
}

interface Seen {
  readonly account: number
  readonly at: number
}

const nobody = 0

export class Turns {
  readonly #bounds: TurnBounds
  readonly #lane: LongLane
  readonly #accounts = new Map<number, Account>()
  /** The work of the last two calls by account and kind, which both have to be long: one alone may be an exception. */
  readonly #known = new LRUCache<string, readonly [last: number, before: number]>({ max: maxKnown })
  /** The newest call, and the newest one of somebody else. */
  #newest: Seen = { account: nobody, at: Number.NEGATIVE_INFINITY }
  #other = this.#newest
  #prunedAt = 0

  constructor(bounds: Partial<TurnBounds> = {}) {
    this.#bounds = { ...defaultBounds, ...bounds }
    this.#lane = new LongLane(this.#bounds.longPart)
  }

  /** Somebody who needs no turn uses this process. */
  sawOther(): void {
    this.#saw(nobody)
  }

  /** @throws AppError RATE_LIMITED, with Retry-After, when the turn does not come in time */
  async begin({ account: id, kind, guessMs, left }: WantedTurn): Promise<Turn> {
    this.#saw(id)
    const account = this.#accountOf(id)
    const key = `${id} ${kind}`
    const last = this.#known.get(key)
    const expected = Math.max(baseMs, last ? Math.min(...last) : guessMs)
    const paid = this.#isAlone(id) ? 0 : expected
    account.calls++
    const leave = paid === 0 ? undefined : await this.#waitForTurn(account, paid, left)
    let inLane = leave ? paid : 0
    let pausedAt = 0
    const work: CallWork = {
      ms: 0,
      pause: async () => {
        if (work.ms - pausedAt < pieceMs) return
        pausedAt = work.ms
        if (this.#isAlone(id)) return await nextTurn()
        const more = Math.max(0, perWork * work.ms - inLane)
        inLane += more
        await this.#lane.pause(more, left)
      },
    }
    const end = () => {
      const ms = baseMs + perWork * work.ms
      this.#known.set(key, [ms, last?.[0] ?? guessMs])
      if (!this.#isAlone(id)) {
        account.debt += ms - paid
        if (ms > Math.max(this.#bounds.longMs, inLane)) this.#lane.charge(ms - inLane)
      }
      account.calls--
      leave?.()
    }
    return { work, end }
  }

  /** Ends the call if it fails. @returns what to call at the end of a long call */
  async #waitForTurn(account: Account, ms: number, left: Left): Promise<(() => void) | undefined> {
    const { burstMs, maxWaitMs, longMs } = this.#bounds
    const now = performance.now()
    const at = now + Math.max(0, account.debt - burstMs) / this.#accountPart()
    account.debt += ms
    try {
      await waitUntil(at, now + maxWaitMs, left)
      return ms > longMs ? await this.#lane.enter(account, ms, now + maxWaitMs, left) : undefined
    } catch (error) {
      account.debt += baseMs - ms
      account.calls--
      throw error
    }
  }

  #saw(account: number): void {
    if (this.#newest.account !== account) this.#other = this.#newest
    this.#newest = { account, at: performance.now() }
  }

  #isAlone(account: number): boolean {
    const { at } = this.#newest.account === account ? this.#other : this.#newest
    return performance.now() - at > this.#bounds.aloneAfterMs
  }

  /** The part of the time for one account. Those that pay off a debt share all of it. */
  #accountPart(): number {
    return this.#bounds.part / Math.max(2, this.#accounts.size)
  }

  #accountOf(id: number): Account {
    const now = performance.now()
    if (now - this.#prunedAt > pruneEveryMs) this.#prune(now)
    const account = this.#accounts.get(id) ?? { debt: 0, at: now, calls: 0, last: undefined }
    this.#accounts.set(id, account)
    this.#settle(account, now)
    return account
  }

  #settle(account: Account, now: number): void {
    account.debt = Math.max(0, account.debt - (now - account.at) * this.#accountPart())
    account.at = now
  }

  /** Forgets the accounts that have no debt any more. */
  #prune(now: number): void {
    this.#prunedAt = now
    for (const [id, account] of this.#accounts) {
      this.#settle(account, now)
      if (account.calls === 0 && account.debt === 0) this.#accounts.delete(id)
    }
  }
}
