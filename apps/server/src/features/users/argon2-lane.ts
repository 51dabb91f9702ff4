/** A call that waits for a slot. */
export interface Waiter {
  readonly account: string
  readonly ipKey: string
  readonly start: () => void
  /** Rejects the call. */
  readonly reject: () => void
}

type Keyed = Pick<Waiter, 'account' | 'ipKey'>

export interface LaneBounds {
  /** How many calls may wait in one lane. */
  readonly maxWaiting: number
  /** Of these, for one account. */
  readonly maxWaitingPerAccount: number
  /** And from one IP address: a company may have a single one. */
  readonly maxWaitingPerAddress: number
}

const accountOf = ({ account }: Keyed) => `account ${account}`
const addressOf = ({ ipKey }: Keyed) => `address ${ipKey}`
const keysOf = (caller: Keyed) => [accountOf(caller), addressOf(caller)]

/** The calls of one lane of the Argon2 limiter: those that run, and those that wait for a slot. */
export function createArgon2Lane({ maxWaiting, maxWaitingPerAccount, maxWaitingPerAddress }: LaneBounds) {
  const loads = createArgon2Loads()
  const waiters = new Set<Waiter>()
  let running = 0
  let lastStart = 0

  const lastStartOf = (caller: Keyed) => Math.max(...keysOf(caller).map((key) => loads.of(key).lastStart))
  const goesBefore = (left: Waiter, right: Waiter) => {
    const [one, other] = [lastStartOf(left), lastStartOf(right)]
    // Colleagues at one address have the same last start: the one who had no turn yet goes first.
    return one === other
      ? loads.of(accountOf(left)).lastStart < loads.of(accountOf(right)).lastStart
      : one < other
  }

  /** Makes room in a full lane for a caller of whom fewer calls wait. @returns whether it did */
  const displaceFor = (caller: Keyed): boolean => {
    const user = loads.busiestUser()
    if (user === undefined) return false
    const own = Math.max(...keysOf(caller).map((key) => loads.of(key).waiting))
    if (loads.of(user).waiting <= own + 1) return false
    const newest = [...waiters].findLast((waiter) => keysOf(waiter).includes(user))
    newest?.reject()
    return newest !== undefined
  }

  return {
    running: () => running,
    lastStart: () => lastStart,
    waiting: () => waiters.size,
    begin(caller: Keyed, start: number): void {
      running++
      lastStart = start
      loads.change(keysOf(caller), { running: 1, lastStart: start })
    },
    end(caller: Keyed): void {
      running--
      loads.change(keysOf(caller), { running: -1 })
    },
    /** @returns whether the caller may wait; if the lane is full, another call may have to leave for it */
    admits(caller: Keyed): boolean {
      if (loads.of(accountOf(caller)).waiting >= maxWaitingPerAccount) return false
      if (loads.of(addressOf(caller)).waiting >= maxWaitingPerAddress) return false
      return waiters.size < maxWaiting || displaceFor(caller)
    },
    join(waiter: Waiter): void {
      waiters.add(waiter)
      loads.change(keysOf(waiter), { waiting: 1 })
    },
    leave(waiter: Waiter): void {
      if (waiters.delete(waiter)) loads.change(keysOf(waiter), { waiting: -1 })
    },
    /** The waiter whose account and IP address have waited longest; among equals, the first to arrive. */
    next(): Waiter | undefined {
      let next: Waiter | undefined
      for (const waiter of waiters) if (!next || goesBefore(waiter, next)) next = waiter
      return next
    },
  }
}

/** The load of one account or one IP address in one lane of the Argon2 limiter. */
interface Load {
  readonly running: number
  readonly waiting: number
  /** The number of the last start. Among waiting keys, the lowest number has waited longest. */
  readonly lastStart: number
}

const idle: Load = { running: 0, waiting: 0, lastStart: 0 }

/** Counts calls by account and by IP address. A key without calls is forgotten. */
function createArgon2Loads() {
  const loads = new Map<string, Load>()
  const of = (key: string): Load => loads.get(key) ?? idle
  return {
    of,
    change(keys: readonly string[], by: Partial<Load>): void {
      for (const key of keys) {
        const { running, waiting, lastStart } = of(key)
        const load = {
          running: running + (by.running ?? 0),
          waiting: waiting + (by.waiting ?? 0),
          lastStart: by.lastStart ?? lastStart,
        }
        if (load.running === 0 && load.waiting === 0) loads.delete(key)
        else loads.set(key, load)
      }
    },
    /** The key with the most waiting calls. */
    busiestUser(): string | undefined {
      let user: string | undefined
      for (const [key, { waiting }] of loads)
        if (waiting > (user === undefined ? 0 : of(user).waiting)) user = key
      return user
    },
  }
}
