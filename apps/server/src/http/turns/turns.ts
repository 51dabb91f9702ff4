/**
 * Turns at the event loop, which all calls of a process share: valid calls of one account must not slow others. While
 * somebody else uses the process, each account has a part of its time, and long work takes turns with pauses that leave
 * most of the time to short calls. An account that is alone waits for nothing. Callers without a valid credential have a
 * part of their own, which their networks share; so have calls that are rejected before their turn. Inject with a valid
 * key and the health checks need no turn.
 */
import { LRUCache } from 'lru-cache'
import type { CallWork } from '../../db/charged-work.ts'
import { nextTurn, ownTurn } from '../../db/yield-to-event-loop.ts'
import { ipNetworks } from '../requests/ip-rate-key.ts'
import { type Left, LongLane, waitUntil } from './long-lane.ts'
import { SharedPart } from './shared-part.ts'

export interface TurnBounds {
  /** A call with more work than this, in ms of the event loop, is long. */
  readonly longMs: number
  /** The part of the time that all long calls may take together beyond their accounts' bursts, 0 to 1. */
  readonly longPart: number
  /** The work that an account may do at once in long calls, in ms: people who work now and then wait for nobody. */
  readonly longBurstMs: number
  /** The same two for occasional calls that people wait for, while their account has credit for them. */
  readonly occasionalPart: number
  readonly occasionalBurstMs: number
  /** The work that an account may do at once in such calls, in ms; beyond it they are like any others. */
  readonly creditMs: number
  /** The part of the time that all credits together grow by. */
  readonly creditPart: number
  /** The part of the time that accounts have together beyond their bursts. */
  readonly part: number
  /** The part of the time that all strangers have together beyond the bursts of their networks. */
  readonly strangerPart: number
  /** The work that one network of them may do at once, in ms. */
  readonly strangerBurstMs: number
  /** The same two for calls that are rejected before their turn. */
  readonly rejectionPart: number
  readonly rejectionBurstMs: number
  /** The work that an account may do at once, in ms. */
  readonly burstMs: number
  readonly maxWaitMs: number
  /** An account is alone this long after the last call of another. */
  readonly aloneAfterMs: number
}

const defaultBounds: TurnBounds = {
  longMs: 3,
  longPart: 0.03,
  longBurstMs: 150,
  occasionalPart: 0.4,
  occasionalBurstMs: 300,
  creditMs: 15_000,
  creditPart: 0.02,
  part: 0.1,
  strangerPart: 0.1,
  strangerBurstMs: 250,
  rejectionPart: 0.05,
  rejectionBurstMs: 250,
  burstMs: 400,
  maxWaitMs: 2_000,
  aloneAfterMs: 5_000,
}
/** What a call costs beside the pieces of work that are measured. */
const baseMs = 1.2
/** The same for a stranger: most of these calls end early. */
const strangerMs = 0.3
/** Writing responses and resuming callers cost about as much as a third of the work. */
const perWork = 1.3
/** A call pauses after so much of its work. */
const pieceMs = 1
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
  /** People wait for it, and make it now and then: within the account's credit it has a lane of its own. */
  readonly isOccasional?: boolean
  readonly left: Left
}

interface Seen {
  readonly account: number
  readonly at: number
}

const nobody = 0

export class Turns {
  readonly #bounds: TurnBounds
  readonly #accounts: SharedPart<number>
  readonly #strangers: SharedPart<string>
  readonly #rejections: SharedPart<string>
  readonly #lane: LongLane
  readonly #occasional: LongLane
  readonly #credits: SharedPart<number>
  /** The work of the last two calls by account and kind, which both have to be long: one alone may be an exception. */
  readonly #known = new LRUCache<string, readonly [last: number, before: number]>({ max: maxKnown })
  /** The newest call, and the newest one of somebody else. */
  #newest: Seen = { account: nobody, at: Number.NEGATIVE_INFINITY }
  #other = this.#newest

  constructor(bounds: Partial<TurnBounds> = {}) {
    this.#bounds = { ...defaultBounds, ...bounds }
    const { part, burstMs, strangerPart, strangerBurstMs, rejectionPart, rejectionBurstMs } = this.#bounds
    const { longPart, longBurstMs, occasionalPart, occasionalBurstMs, creditPart, creditMs } = this.#bounds
    this.#accounts = new SharedPart(part, burstMs)
    this.#strangers = new SharedPart(strangerPart, strangerBurstMs)
    this.#rejections = new SharedPart(rejectionPart, rejectionBurstMs)
    this.#lane = new LongLane(longPart, longBurstMs)
    this.#occasional = new LongLane(occasionalPart, occasionalBurstMs)
    this.#credits = new SharedPart(creditPart, creditMs)
  }

  /** An API key of this account, which needs no turn, uses this process. */
  sawKeyOf(account: number): void {
    this.#saw(account)
  }

  /** @throws AppError RATE_LIMITED, with Retry-After, when the turn does not come in time */
  async begin({ account, kind, guessMs, isOccasional = false, left }: WantedTurn): Promise<Turn> {
    this.#saw(account)
    if (isOccasional && this.#hasCredit(account)) return await this.#beginOccasional(account, left)
    const key = `${account} ${kind}`
    const last = this.#known.get(key)
    const expected = Math.max(baseMs, last ? Math.min(...last) : guessMs)
    const paid = this.#isAlone(account) ? 0 : expected
    let leave = paid === 0 ? undefined : await this.#waitForTurn(account, paid, left)
    let inLane = leave ? paid : 0
    let pausedAt = 0
    const work: CallWork = {
      ms: 0,
      pause: async () => {
        if (work.ms - pausedAt < pieceMs) return
        pausedAt = work.ms
        if (this.#isAlone(account)) return await nextTurn()
        const ms = perWork * work.ms
        if (!leave && ms <= this.#bounds.longMs) return await ownTurn()
        const more = Math.max(0, ms - inLane)
        inLane += more
        await this.#lane.pause(account, more, left)
      },
      rest: async (until) => {
        leave?.()
        await until
        const deadline = performance.now() + this.#bounds.maxWaitMs
        leave &&= await this.#lane.enter(account, 0, deadline, left)
      },
    }
    const end = () => {
      const ms = baseMs + perWork * work.ms
      this.#known.set(key, [ms, last?.[0] ?? guessMs])
      if (!this.#isAlone(account)) {
        this.#accounts.charge(account, ms - paid)
        if (ms > Math.max(this.#bounds.longMs, inLane)) this.#lane.charge(account, ms - inLane)
      }
      leave?.()
    }
    return { work, end }
  }

  /** Its work is charged to the credit alone. One of an account runs at a time. @throws AppError RATE_LIMITED */
  async #beginOccasional(account: number, left: Left): Promise<Turn> {
    const deadline = performance.now() + this.#bounds.maxWaitMs
    const leave = this.#isAlone(account)
      ? undefined
      : await this.#occasional.enter(account, baseMs, deadline, left)
    let chargedMs = 0
    const charge = (): number => {
      const ms = perWork * (work.ms - chargedMs)
      chargedMs = work.ms
      this.#credits.charge(account, ms)
      return ms
    }
    const work: CallWork = {
      ms: 0,
      pause: async () => {
        if (work.ms - chargedMs < pieceMs) return
        if (this.#isAlone(account)) {
          chargedMs = work.ms
          return await nextTurn()
        }
        const lane = this.#hasCredit(account) ? this.#occasional : this.#lane
        await lane.pause(account, charge(), left)
      },
    }
    const end = () => {
      if (!this.#isAlone(account)) {
        this.#credits.charge(account, baseMs)
        this.#occasional.charge(account, charge())
      }
      leave?.()
    }
    return { work, end }
  }

  /**
   * A call without a valid credential, which is of nobody but its network.
   * @throws AppError RATE_LIMITED, with Retry-After, when the turn does not come in time
   */
  async beginStranger(ip: string, left: Left): Promise<Turn> {
    const work: CallWork = { ms: 0, pause: ownTurn }
    if (this.#isUnused()) return { work, end: () => {} }
    const network = await this.#waitForNetwork(this.#strangers, ip, strangerMs, left)
    return { work, end: () => this.#strangers.charge(network, perWork * work.ms) }
  }

  /**
   * Waits before a call is rejected that has had no turn, so that a loop of them is as slow as one of any others. Calls
   * that are not rejected do not wait for those of their network that are.
   */
  async delayRejection(ip: string, left: Left): Promise<void> {
    if (!this.#isUnused()) await this.#waitForNetwork(this.#rejections, ip, baseMs, left).catch(() => {})
  }

  /** @returns the network. @throws AppError RATE_LIMITED when its turn does not come in time */
  async #waitForNetwork(part: SharedPart<string>, ip: string, ms: number, left: Left): Promise<string> {
    const network = ipNetworks(ip).at(-1) ?? ip
    const now = performance.now()
    const at = now + part.waitOf(network)
    part.charge(network, ms)
    await waitUntil(at, now + this.#bounds.maxWaitMs, left, 'network')
    return network
  }

  /** @returns what to call at the end of a long call */
  async #waitForTurn(account: number, ms: number, left: Left): Promise<(() => void) | undefined> {
    const { maxWaitMs, longMs } = this.#bounds
    const now = performance.now()
    const deadline = now + maxWaitMs
    const at = now + this.#accounts.waitOf(account)
    this.#accounts.charge(account, ms)
    try {
      await waitUntil(at, deadline, left)
      return ms > longMs ? await this.#lane.enter(account, ms, deadline, left) : undefined
    } catch (error) {
      this.#accounts.charge(account, baseMs - ms)
      throw error
    }
  }

  #hasCredit(account: number): boolean {
    return this.#credits.waitOf(account) === 0
  }

  #saw(account: number): void {
    if (this.#newest.account !== account) this.#other = this.#newest
    this.#newest = { account, at: performance.now() }
  }

  /** Whether no account has used the process for a while. */
  #isUnused(): boolean {
    return performance.now() - this.#newest.at > this.#bounds.aloneAfterMs
  }

  #isAlone(account: number): boolean {
    const { at } = this.#newest.account === account ? this.#other : this.#newest
    return performance.now() - at > this.#bounds.aloneAfterMs
  }
}
