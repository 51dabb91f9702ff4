import { LRUCache } from 'lru-cache'
import type { DbContext } from '../../context.ts'
import { groupCommit, retryConflicts } from '../../db/transaction.ts'
import { appendActivity } from '../audit-log/append-activity.ts'
import { usageCommits } from '../audit-log/append-usage.ts'
import type { MovedHead } from '../audit-log/usage-chain-store.ts'
import { decideAll, type LimitedCall, noteCounts, raisedBy, slotsOf } from './admit-calls.ts'
import { windowStart } from './rate-window-store.ts'
import { appendIfAsExpected, type CounterLimit } from './usage-batch-store.ts'
import { ownerEventsOf, type Recorded, type UsageEvent } from './usage-event.ts'

type RecorderContext = DbContext<'config' | 'engine' | 'groupCommit' | 'clock' | 'secrets' | 'log'>

/**
 * Records a batch on PostgreSQL in one statement, and so in one round trip, if its outcome is foreseen: the chains end
 * where this process left them, the limits have room, and no call is the first of its hour. The statement checks that.
 * If another node has written since, or a limit is reached, nothing is written, and the batch is recorded under locks.
 */
export interface OptimisticRecorder {
  /**
   * @param whileCommitting work that is done while the database works
   * @returns undefined if nothing was recorded
   */
  record(events: readonly UsageEvent[], whileCommitting: () => void): Promise<Recorded | undefined>
  /** Notes what was recorded, here or under locks. */
  note(events: readonly UsageEvent[], recorded: Recorded): void
}

/** How many counters and chains are remembered. */
const max = 10_000
/** After an attempt that wrote nothing, its chains are locked first for this long. */
const retryAfterMs = 10_000

/** A chain whose end this process wrote last, or which it is not sure of. */
interface Chain {
  readonly end?: MovedHead
  readonly retryAt?: number
}

export function createOptimisticRecorder(ctx: RecorderContext): OptimisticRecorder {
  const chains = new LRUCache<number, Chain>({ max })
  /** The hour in which a call of a counter was admitted last. */
  const hours = new LRUCache<string, number>({ max })

  const isForeseen = ({ counter, entry: { projectId } }: UsageEvent, now: number) => {
    const { end, retryAt = 0 } = chains.get(projectId) ?? {}
    return end && retryAt <= now && hours.get(counter) === windowStart('hour', now)
  }
  const write = async (events: readonly UsageEvent[], whileCommitting: () => void, now: number) => {
    const entries = events.map(({ entry }) => entry)
    const projectIds = [...new Set(entries.map(({ projectId }) => projectId))].sort((a, b) => a - b)
    const from = projectIds.flatMap((id) => chains.get(id)?.end ?? [])
    const { packs, ends, filled } = usageCommits(ctx, entries, from)
    const slots = slotsOf(events)
    const batch = { ...raisedBy(slots), limits: limitsOf(events), from, to: ends, packs }
    // Unknown until the statement is answered.
    for (const id of projectIds) chains.set(id, {})
    setImmediate(whileCommitting)
    const counts = await retryConflicts(() => appendIfAsExpected(ctx, batch, now))
    if (!counts) {
      for (const id of projectIds) chains.set(id, { retryAt: now + retryAfterMs })
      return undefined
    }
    noteCounts(slots, counts)
    return { counted: decideAll(events, slots, now), ends, filled }
  }

  return {
    async record(events, whileCommitting) {
      const now = ctx.clock()
      if (ctx.engine !== 'postgres' || !events.every((event) => isForeseen(event, now))) return undefined
      const recorded = await write(events, whileCommitting, now)
      // There are none in an hour with earlier calls, unless its counter was deleted.
      const activity = ownerEventsOf(events, recorded?.counted ?? [])
      if (activity.length > 0) await groupCommit(ctx, (tx) => appendActivity(tx, activity))
      return recorded
    },
    note(events, { counted, ends }) {
      const hour = windowStart('hour', ctx.clock())
      for (const [index, { counter }] of events.entries())
        if (counted[index]?.rejectedBy === null) hours.set(counter, hour)
      for (const end of ends) chains.set(end.projectId, { ...chains.get(end.projectId), end })
    },
  }
}

const atMost = (limit: number) => (limit < 0 ? Number.MAX_SAFE_INTEGER : limit)

/** The call that fills a month begins its grace, so it is not foreseen. */
const limitsOf = (calls: readonly LimitedCall[]): CounterLimit[] =>
  calls.flatMap(({ counter, ownerCounter, limits: { hour, day, month } }) => [
    ...(hour < 0 && day < 0
      ? []
      : [{ name: counter, hour: atMost(hour), day: atMost(day), month: atMost(-1) }]),
    ...(month < 0 ? [] : [{ name: ownerCounter, hour: atMost(-1), day: atMost(-1), month: month - 1 }]),
  ])
