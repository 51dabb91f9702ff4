import { uncharged } from './charged-work.ts'
import { nextTurn, yieldToEventLoop } from './yield-to-event-loop.ts'

/**
 * Lets concurrent callers share one piece of work: everything added during a flush goes into the next one together.
 * With a transaction as the flush, this is group commit: one fsync for all callers.
 */
export interface Batch<Item, Result> {
  /** Resolves once the flush that contains the item is done; rejects if that flush failed. */
  add(item: Item): Promise<Result>
}

export interface BatchOptions<Item> {
  /** Waits before a flush for what arrives together; `count` is how much has arrived so far. */
  readonly gather?: (count: () => number) => Promise<void>
  /**
   * How many flushes run at once; one by default. With one, each caller waits for the flush before its own, which takes
   * long if the database is far away.
   */
  readonly maxFlushes?: number
  /** Items of one group are in one flush at a time, because they would wait for each other's locks. */
  readonly groupOf?: (item: Item) => unknown
}

const largest = 200
/**
 * While a flush runs, another starts only for items that have waited this long. A database nearby answers sooner, and
 * gets few large batches.
 */
const waitMs = 4
/**
 * The largest batch for a database nearby, if flushes overlap. Otherwise all callers end up in one batch, and process
 * and database take turns instead of working side by side.
 */
const largestNearby = 32

interface Waiting<Item, Result> {
  readonly item: Item
  readonly since: number
  readonly done: (result: Result) => void
  readonly failed: (error: unknown) => void
}

type Flush<Item, Result> = (items: readonly Item[]) => Promise<readonly Result[]>

/** Flushes, and returns what resolves or rejects the items. */
async function flushed<Item, Result>(
  flush: Flush<Item, Result>,
  taken: readonly Waiting<Item, Result>[],
): Promise<() => void> {
  try {
    const results = await flush(taken.map(({ item }) => item))
    return () => {
      for (const [index, { done }] of taken.entries()) done(results[index] as Result)
    }
  } catch (error) {
    return () => {
      for (const { failed } of taken) failed(error)
    }
  }
}

export function createBatch<Item, Result>(
  flush: Flush<Item, Result>,
  { gather = yieldToEventLoop, maxFlushes = 1, groupOf }: BatchOptions<Item> = {},
): Batch<Item, Result> {
  const overlap = maxFlushes > 1
  let waiting: Waiting<Item, Result>[] = []
  let running = 0
  let isStarting = false
  let timer: NodeJS.Timeout | undefined
  const busy = new Set<unknown>()
  let isNearby = false

  const isFree = ({ item }: Waiting<Item, Result>) => !groupOf || !busy.has(groupOf(item))

  /** Removes the items of the next flush from those that wait. */
  const take = (): Waiting<Item, Result>[] => {
    const free = busy.size === 0 ? waiting : waiting.filter(isFree)
    const taken = free.slice(0, overlap && isNearby ? largestNearby : largest)
    const claimed = new Set(taken)
    waiting = taken.length === waiting.length ? [] : waiting.filter((item) => !claimed.has(item))
    return taken
  }

  const run = async (taken: readonly Waiting<Item, Result>[]) => {
    const groups = groupOf && overlap ? new Set(taken.map(({ item }) => groupOf(item))) : new Set()
    for (const group of groups) busy.add(group)
    running++
    const startedAt = overlap ? performance.now() : 0
    const finish = await flushed(flush, taken)
    isNearby = overlap && performance.now() - startedAt < waitMs
    running--
    for (const group of groups) busy.delete(group)
    consider({ gathered: overlap })
    // A next flush that has gathered is sent by then: the database works while these results are processed.
    process.nextTick(finish)
  }

  const start = async (gathered: boolean) => {
    isStarting = true
    if (!gathered) await gather(() => waiting.length)
    isStarting = false
    const taken = take()
    if (taken.length > 0) void run(taken)
    consider()
  }

  /**
   * Starts a flush, now or when an item has waited long enough, if one may start.
   * @param gathered what waits has gathered while another flush ran
   */
  const consider = ({ gathered = false } = {}) => {
    if (isStarting || running >= maxFlushes || waiting.length === 0) return
    if (running === 0) {
      void uncharged(() => start(gathered))
      return
    }
    if (timer) return
    const next = waiting.find(isFree)
    if (!next) return
    timer = setTimeout(
      async () => {
        // Reads answers that have arrived: a flush that is done needs no other beside it.
        await nextTurn()
        timer = undefined
        if (!isStarting && running < maxFlushes && waiting.some(isFree)) void uncharged(() => start(false))
      },
      Math.max(0, next.since + waitMs - performance.now()),
    )
  }

  return {
    add: (item) =>
      new Promise((done, failed) => {
        waiting.push({ item, since: overlap ? performance.now() : 0, done, failed })
        consider()
      }),
  }
}

const maxOverlapping = 4

interface WithPool {
  readonly engine: 'sqlite' | 'postgres'
  readonly config: { readonly postgres: { readonly poolSize: number } }
}

/**
 * How many flushes of a batch may run at once. SQLite has one writer. On PostgreSQL the two batches of inject use two
 * thirds of the pool's connections at most, and leave the others to everything else.
 */
export const maxFlushesOf = ({ engine, config }: WithPool) =>
  engine === 'sqlite' ? 1 : Math.max(1, Math.min(maxOverlapping, Math.floor(config.postgres.poolSize / 3)))
