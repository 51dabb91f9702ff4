interface Debt {
  ms: number
  /** When it was that much. */
  at: number
}

const pruneEveryMs = 100
/** One user alone has half of the part: the next one finds room. */
const fewest = 2

/**
 * A part of the event loop's time that its users share. Each may use a burst of it at once; those that are beyond their
 * burst share the part equally.
 */
export class SharedPart<User extends number | string> {
  readonly #part: number
  readonly #burstMs: number
  /** What users have used that the part has not covered yet. */
  readonly #debts = new Map<User, Debt>()
  #beyond = 0
  #prunedAt = 0

  /** @param part from 0 to 1 */
  constructor(part: number, burstMs: number) {
    this.#part = part
    this.#burstMs = burstMs
  }

  /** @param ms negative, if what was charged was not used */
  charge(user: User, ms: number): void {
    const now = performance.now()
    if (now - this.#prunedAt > pruneEveryMs) this.#prune(now)
    const debt = this.#settled(user, now)
    debt.ms = Math.max(0, debt.ms + ms)
    this.#debts.set(user, debt)
  }

  /** How long until a user is within its burst again, in ms. */
  waitOf(user: User): number {
    return Math.max(0, this.#settled(user, performance.now()).ms - this.#burstMs) / this.#rate()
  }

  #rate(): number {
    return this.#part / Math.max(fewest, this.#beyond)
  }

  #settled(user: User, now: number): Debt {
    const debt = this.#debts.get(user)
    if (!debt) return { ms: 0, at: now }
    debt.ms = Math.max(0, debt.ms - (now - debt.at) * this.#rate())
    debt.at = now
    return debt
  }

  /** Forgets the users that have no debt any more. */
  #prune(now: number): void {
    this.#prunedAt = now
    let beyond = 0
    for (const user of this.#debts.keys()) {
      const { ms } = this.#settled(user, now)
      if (ms === 0) this.#debts.delete(user)
      // Whoever has just waited is at the edge.
      if (ms > this.#burstMs / 2) beyond++
    }
    this.#beyond = beyond
  }
}
