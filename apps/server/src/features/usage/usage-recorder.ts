import type { Context } from '../../context.ts'
import { createBatch } from '../../db/batch.ts'
import type { Trx } from '../../db/transaction.ts'
import { commitTogether } from '../../db/transaction.ts'
import { type ActivityEvent, appendActivity } from '../audit-log/append-activity.ts'
import { appendUsage, type UsageEntry } from '../audit-log/append-usage.ts'
import { admitCalls, type Counted, type LimitedCall, previewCall } from './admit-calls.ts'
import { createFullCounters } from './full-counters.ts'
import { markApiKeysUsed } from './key-use-store.ts'
import type { WindowName } from './rate-window-store.ts'
import { createRejectedCalls } from './rejected-calls.ts'

/** One call made with an API key, as the usage log records it if the limits admit it. */
export interface UsageEvent extends LimitedCall {
  readonly entry: Omit<UsageEntry, 'calls'>
  /** Whether the key itself was used, not only tried. */
  readonly used: boolean
  /** The owner's events, recorded in the same commit once the counts are known. */
  readonly ownerEvents: (counted: Counted) => readonly ActivityEvent[]
  /** The owner's events if a window rejects the call and it is the first in that window. */
  readonly rejectionEvents: (window: WindowName) => readonly ActivityEvent[]
}

/** Counts and records every call of an API key. Concurrent calls share one commit. */
export interface UsageRecorder {
  /**
   * Resolves once the call is counted and its row is durable. The caller must not respond before. A call beyond its
   * limit is counted as rejected instead.
   */
  record(event: UsageEvent): Promise<Counted>
  /**
   * Whether a call is already beyond its limit according to the database. Asked before the work is done, and only for
   * counters that this process has seen full. Null means: do the work.
   */
  findRejection(call: LimitedCall): Promise<Counted | null>
  /** Counts a call that `findRejection` rejected. Writes at most one row a minute. */
  reject(event: UsageEvent, window: WindowName): Promise<void>
  /** Writes due rows of rejected calls. Also runs by itself every few seconds. */
  checkRejected(): Promise<void>
  stop(): Promise<void>
}

type Ctx = Pick<Context, 'db' | 'engine' | 'commitTogether' | 'clock' | 'secrets' | 'log'>

export function createUsageRecorder(ctx: Ctx): UsageRecorder {
  const rejected = createRejectedCalls(ctx)
  const full = createFullCounters()
  const batch = createBatch<UsageEvent, Counted>((events) =>
    commitTogether(ctx, (tx) => recordAll(tx, events)),
  )
  const reject = ({ counter, entry, rejectionEvents }: UsageEvent, window: WindowName) =>
    rejected.add({ counter, entry, eventsIfFirst: rejectionEvents }, window)

  return {
    async record(event) {
      const counted = await batch.add(event)
      full.note(event, counted)
      if (counted.rejectedBy) await reject(event, counted.rejectedBy)
      return counted
    },
    async findRejection(call) {
      if (!full.mayReject(call)) return null
      const counted = await previewCall(ctx, call)
      full.note(call, counted)
      return counted.rejectedBy ? counted : null
    },
    reject,
    checkRejected: rejected.check,
    stop: rejected.stop,
  }
}

async function recordAll(
  tx: Ctx & { readonly db: Trx },
  events: readonly UsageEvent[],
): Promise<readonly Counted[]> {
  const now = tx.clock()
  const counted = await admitCalls(tx, events, now)
  const admitted = events.filter((_, index) => counted[index]?.rejectedBy === null)
  const uses = Map.groupBy(
    admitted.filter(({ used }) => used),
    ({ entry }) => entry.keyId,
  )
  await markApiKeysUsed(
    tx,
    [...uses].map(([id, events]) => ({ id, calls: events.length, at: now })),
  )
  await appendUsage(
    tx,
    admitted.map(({ entry }) => ({ ...entry, calls: 1 })),
  )
  const activity = events.flatMap((event, index) => {
    const of = counted[index]
    return of && of.rejectedBy === null ? event.ownerEvents(of) : []
  })
  if (activity.length > 0) await appendActivity(tx, activity)
  return counted
}
