/**
 * Turns at the event loop, which all calls of a process share: valid calls of one account must not slow others. While
 * somebody else uses the process, each account has a part of its time, and long work takes turns with pauses that leave
 * most of the time to short calls. An account that is alone waits for nothing. Inject and signing in need no turn.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { AppError } from '../app-error.ts'
import type { CallWork } from '../db/charged-work.ts'
import { nextTurn } from '../db/yield-to-event-loop.ts'

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
  part: 0.3,
  burstMs: 500,
  maxWaitMs: 2_000,
  aloneAfterMs: 5_000,
}
/** What a call costs beside the pieces of work that are measured. */
const baseMs = 1.2
/** Collecting garbage and resuming callers cost about as much as half of the work. */
const perWork = 1.5
/** Long work pauses after so much of it. */
const pieceMs = 3
const maxKnown = 20_000

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
  /** Aborts when the client disconnects. */
  readonly signal: () => AbortSignal | undefined
}

export interface Turns {
  /** @throws AppError RATE_LIMITED, with Retry-After, when the turn does not come in time */
  begin(wanted: WantedTurn): Promise<Turn>
  /** Somebody who needs no turn uses this process. */
  sawOther(): void
}

interface Account {
  /** Work in ms that its part of the time has not covered yet, at the time `at`. */
  debt: number
  at: number
  /** The end of its long calls, which follow each other. */
  lastLong: Promise<void>
  calls: number
}

const tooMuch = (ms: number) =>
  new AppError('RATE_LIMITED', {
    message: 'This account has too much work under way. Please try again in a moment.',
    retryAfter: Math.max(1, Math.ceil(ms / 1_000)),
  })

/** @throws AppError RATE_LIMITED when the client disconnects: nobody reads it */
const waited = (ms: number, signal: AbortSignal | undefined) =>
  wait(Math.max(0, ms), undefined, { ref: false, ...(signal && { signal }) }).catch(() => {
    throw tooMuch(ms)
  })

export function createTurns(given: Partial<TurnBounds> = {}): Turns {
  const { longMs, longPart, part, burstMs, maxWaitMs, aloneAfterMs } = { ...defaultBounds, ...given }
  const now = () => performance.now()
  const accounts = new Map<number, Account>()
  const known = new LRUCache<string, number>({ max: maxKnown })
  let laneFreeAt = 0
  /** The newest call, and the newest one of somebody else. */
  let newest = { account: 0, at: Number.NEGATIVE_INFINITY }
  let other = newest

  const saw = (account: number) => {
    if (newest.account !== account) other = newest
    newest = { account, at: now() }
  }
  const isAlone = (account: number) => now() - (newest.account === account ? other : newest).at > aloneAfterMs

  /** The part of the time for one account. Accounts that pay off a debt share all of it. */
  const accountPart = () => part / Math.max(2, accounts.size)
  const settle = () => {
    const [each, at] = [accountPart(), now()]
    for (const [id, account] of accounts) {
      account.debt = Math.max(0, account.debt - (at - account.at) * each)
      account.at = at
      if (account.calls === 0 && account.debt === 0) accounts.delete(id)
    }
  }
  const chargeLane = (ms: number) => {
    laneFreeAt = Math.max(laneFreeAt, now()) + ms / longPart
  }
  const waitUntil = async (at: number, deadline: number, signal: WantedTurn['signal']) => {
    const ms = Math.min(at, deadline) - now()
    if (ms > 0) await waited(ms, signal())
    if (at > deadline) throw tooMuch(at - now())
  }
  /** Waits until no other long call of the account runs, and until the lane is free. */
  const enterLane = async (account: Account, ms: number, deadline: number, signal: WantedTurn['signal']) => {
    const before = account.lastLong
    const { promise, resolve } = Promise.withResolvers<void>()
    account.lastLong = before.then(() => promise)
    try {
      const isLate = await Promise.race([before, waited(deadline - now(), signal()).then(() => true)])
      if (isLate) throw tooMuch(ms / longPart)
      const at = Math.max(laneFreeAt, now())
      if (at <= deadline) laneFreeAt = at + ms / longPart
      await waitUntil(at, deadline, signal)
    } catch (error) {
      resolve()
      throw error
    }
    return resolve
  }
  const accountOf = (id: number): Account => {
    const account = accounts.get(id) ?? { debt: 0, at: now(), lastLong: Promise.resolve(), calls: 0 }
    accounts.set(id, account)
    return account
  }

  return {
    sawOther: () => saw(0),
    async begin({ account: id, kind, guessMs, signal }) {
      saw(id)
      settle()
      const account = accountOf(id)
      const key = `${id} ${kind}`
      const before = known.get(key)
      const expected = Math.max(baseMs, before ?? guessMs)
      /** The work that the account's part and the lane have covered so far. */
      let paid = 0
      let inLane = 0
      let leaveLane = () => {}
      account.calls++
      try {
        if (!isAlone(id)) {
          const deadline = now() + maxWaitMs
          const at = now() + Math.max(0, account.debt - burstMs) / accountPart()
          paid = expected
          account.debt += paid
          await waitUntil(at, deadline, signal)
          if (expected > longMs) {
            leaveLane = await enterLane(account, expected, deadline, signal)
            inLane = expected
          }
        }
      } catch (error) {
        account.debt += baseMs - paid
        account.calls--
        throw error
      }
      let pausedAt = 0
      const work: CallWork = {
        ms: 0,
        pause: async () => {
          if (work.ms - pausedAt < pieceMs) return
          pausedAt = work.ms
          if (isAlone(id)) return await nextTurn()
          const ms = Math.max(0, perWork * work.ms - inLane)
          inLane += ms
          chargeLane(ms)
          await waited(laneFreeAt - now(), signal())
        },
      }
      return {
        work,
        end: () => {
          const ms = baseMs + perWork * work.ms
          known.set(key, before === undefined ? ms : Math.max(ms, before * 0.7))
          if (!isAlone(id)) {
            account.debt += ms - paid
            if (ms > longMs && ms > inLane) chargeLane(ms - inLane)
          }
          account.calls--
          leaveLane()
        },
      }
    },
  }
}
