import { LRUCache } from 'lru-cache'
import type { DbContext } from '../../context.ts'
import { groupCommit, retryConflicts } from '../../db/transaction.ts'
import { appendActivity } from '../audit-log/append-activity.ts'
import {
  type AppendedUsage,
  appendUsage,
  lockHeadsOf,
  projectIdsOf,
  usageCommits,
} from '../audit-log/append-usage.ts'
import type { UsageEntry } from '../audit-log/recorded-usage.ts'
import type { UsageHead } from '../audit-log/usage-chain-store.ts'
import { decideAll, type LimitedCall, noteCounts, raisedBy, slotsOf } from './admit-calls.ts'
import type { KnownChains } from './known-chains.ts'
import { windowStart } from './rate-window-store.ts'
import { appendWhereExpected, type CounterLimit, type UsageBatch } from './usage-batch-store.ts'
import { ownerEventsOf, type Recorded, type UsageEvent } from './usage-event.ts'

type RecorderContext = DbContext<'config' | 'engine' | 'groupCommit' | 'clock' | 'secrets' | 'log'>

/**
 * Records a batch on PostgreSQL in one statement, and so in one round trip, where its outcome is foreseen: the limits
 * have room, no call is the first of its hour, and the chains end where this process left them. The statement checks
 * that. If a limit is reached it writes nothing. If another node has written to a chain, a second statement appends to
 * where it ends now. Calls of a chain to which other nodes write all the time are recorded under locks.
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

type Counting = Pick<UsageBatch, 'counters' | 'months' | 'limits'>
const notCounted: Counting = { counters: [], months: [], limits: [] }

/** Appends entries to chains that end where they are expected to. @returns undefined if a limit is exceeded */
async function append(
  ctx: RecorderContext,
  entries: readonly UsageEntry[],
  { from, counted, now }: { from: readonly UsageHead[]; counted: Counting; now: number },
) {
  const expected = new Set(from.map(({ projectId }) => projectId))
  const foreseen = entries.filter(({ projectId }) => expected.has(projectId))
  const { packs, ends, filled } = usageCommits(ctx, foreseen, from)
  const batch = { ...counted, projectIds: projectIdsOf(entries), from, to: ends, packs }
  const written = await retryConflicts(() => appendWhereExpected(ctx, batch, now))
  return (
    written && {
      ...written,
      ends: ends.filter(({ projectId }) => written.appended.has(projectId)),
      filled: filled.filter((projectId) => written.appended.has(projectId)),
      rest: entries.filter(({ projectId }) => !written.appended.has(projectId)),
    }
  )
}

export function createOptimisticRecorder(ctx: RecorderContext, chains: KnownChains): OptimisticRecorder {
  /** The hour in which a call of a counter was admitted last. */
  const hours = new LRUCache<string, number>({ max: 10_000 })

  const isForeseen = ({ counter, entry: { projectId } }: UsageEvent, now: number) =>
    hours.get(counter) === windowStart('hour', now) && !chains.isLockedFirst(projectId)

  /** Appends entries to chains to which another node has written: calls that are counted already. */
  const appendRest = async (
    entries: readonly UsageEntry[],
    from: readonly UsageHead[],
    now: number,
  ): Promise<AppendedUsage> => {
    if (entries.length === 0) return { ends: [], filled: [] }
    const second = await append(ctx, entries, { from, counted: notCounted, now })
    const { ends, filled, rest } = second ?? { ends: [], filled: [], rest: entries }
    if (rest.length === 0) return { ends, filled }
    chains.lockFirst(projectIdsOf(rest))
    const last = await groupCommit(ctx, async (tx) => appendUsage(tx, rest, await lockHeadsOf(tx, rest)), {
      sendWithBegin: true,
    })
    return { ends: [...ends, ...last.ends], filled: [...filled, ...last.filled] }
  }

  const write = async (events: readonly UsageEvent[], whileCommitting: () => void, now: number) => {
    const entries = events.map(({ entry }) => entry)
    const slots = slotsOf(events)
    const projectIds = projectIdsOf(entries)
    const from = projectIds.flatMap((id) => chains.endOf(id) ?? [])
    setImmediate(whileCommitting)
    const counted = { ...raisedBy(slots), limits: limitsOf(events) }
    const first = await append(ctx, entries, { from, counted, now })
    if (!first) {
      chains.lockFirst(projectIds)
      return undefined
    }
    noteCounts(slots, first.counts)
    chains.shared(projectIdsOf(first.rest))
    const rest = await appendRest(first.rest, first.otherEnds, now)
    return {
      counted: decideAll(events, slots, now),
      ends: [...first.ends, ...rest.ends],
      filled: [...first.filled, ...rest.filled],
    }
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
      if (ctx.engine !== 'postgres') return
      const hour = windowStart('hour', ctx.clock())
      for (const [index, { counter }] of events.entries())
        if (counted[index]?.rejectedBy === null) hours.set(counter, hour)
      chains.note(ends)
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
