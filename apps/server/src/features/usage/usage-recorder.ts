import { callStage } from '@envhold/contract/billing/plans.ts'
import type { DbContext } from '../../context.ts'
import { type BatchOptions, createBatch, maxFlushesOf } from '../../db/batch.ts'
import { createNewestUsage, type NewestUsage } from '../../db/marks/stored-heads.ts'
import { together } from '../../db/pipeline.ts'
import { groupCommit } from '../../db/transaction.ts'
import { appendActivity } from '../audit-log/append-activity.ts'
import { appendUsage, lockHeadsOf } from '../audit-log/append-usage.ts'
import { admitCalls, type Counted, type LimitedCall, previewCall } from './admit-calls.ts'
import { createKnownChains, type KnownChains } from './known-chains.ts'
import { createOptimisticRecorder } from './optimistic-recorder.ts'
import type { WindowName } from './rate-window-store.ts'
import { createRejectedCalls } from './rejected-calls.ts'
import { ownerEventsOf, type Recorded, type UsageEvent } from './usage-event.ts'

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
  /** Writes due rows of rejected calls. */
  checkRejected(): Promise<void>
  stop(): Promise<void>
}

type RecorderContext = DbContext<'config' | 'engine' | 'groupCommit' | 'clock' | 'secrets' | 'log'>

interface RecorderDeps extends Pick<BatchOptions<UsageEvent>, 'gather'> {
  /** Called with each project of which a block was filled. */
  readonly blockFilled: (projectId: number) => void
  readonly chains: KnownChains
  /** Receives what was committed last. */
  readonly newestUsage: NewestUsage
  /** Called with an owner whose calls of the month have reached a stage. */
  readonly stageReached: (ownerCounter: string) => void
}

/** What calls lock together: their project's head, and with a monthly limit their owner's counter. */
const lockedBy = ({ entry, limits, ownerCounter }: UsageEvent) =>
  limits.month < 0 ? entry.projectId : ownerCounter

export function createUsageRecorder(
  ctx: RecorderContext,
  {
    blockFilled = () => {},
    chains = createKnownChains(ctx),
    newestUsage = createNewestUsage(),
    stageReached = () => {},
    gather,
  }: Partial<RecorderDeps> = {},
): UsageRecorder {
  const rejected = createRejectedCalls(ctx)
  const full = createFullCounters()
  const optimistic = createOptimisticRecorder(ctx, chains)
  const batch = createBatch<UsageEvent, Counted>(
    async (events) => {
      const whileCommitting = () => {
        for (const { prepare } of events) prepare?.()
      }
      const foreseen = events.some(full.mayReject)
        ? undefined
        : await optimistic.record(events, whileCommitting)
      const recorded = foreseen ?? (await recordUnderLocks(ctx, events, whileCommitting))
      optimistic.note(events, recorded)
      newestUsage.committed = recorded.ends.at(-1) ?? newestUsage.committed
      for (const projectId of recorded.filled) blockFilled(projectId)
      return recorded.counted
    },
    { maxFlushes: maxFlushesOf(ctx), groupOf: lockedBy, ...(gather && { gather }) },
  )
  const reject = ({ counter, entry, rejectionEvents }: UsageEvent, window: WindowName) =>
    rejected.add({ counter, entry, eventsIfFirst: rejectionEvents }, window)

  return {
    async record(event) {
      const counted = await batch.add(event)
      full.note(event, counted)
      if (reachesStage(event, counted)) stageReached(event.ownerCounter)
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

/** Each admitted call has its own count, so one of them is the first of a stage. */
function reachesStage({ limits: { month } }: LimitedCall, { counts, rejectedBy }: Counted): boolean {
  const stage = rejectedBy === null ? callStage(counts.month, month) : 0
  return stage > 0 && stage > callStage(counts.month - 1, month)
}

/** What it sends with BEGIN counts and locks, which does no harm alone. */
const recordUnderLocks = (
  ctx: RecorderContext,
  events: readonly UsageEvent[],
  whileCommitting: () => void,
): Promise<Recorded> =>
  groupCommit(
    ctx,
    async (tx) => {
      const entries = events.map(({ entry }) => entry)
      const [counted, heads] = await together(admitCalls(tx, events, tx.clock()), lockHeadsOf(tx, entries))
      const isAdmitted = (index: number) => counted[index]?.rejectedBy === null
      const appended = await appendUsage(
        tx,
        entries.filter((_, index) => isAdmitted(index)),
        heads,
      )
      const activity = ownerEventsOf(events, counted)
      if (activity.length > 0) await appendActivity(tx, activity)
      return { ...appended, counted }
    },
    { sendWithBegin: true, whileCommitting },
  )

const maxRemembered = 10_000

/**
 * The counters that this process has seen full. They do not decide: a call on one of them asks the database before the
 * work is done instead of after it.
 */
interface FullCounters {
  mayReject(call: LimitedCall): boolean
  /** Adds or removes a counter according to its current counts. */
  note(call: LimitedCall, counted: Counted): void
}

function createFullCounters(): FullCounters {
  const full = new Set<string>()
  const remember = (counter: string, isFull: boolean) => {
    if (!isFull) {
      full.delete(counter)
      return
    }
    full.add(counter)
    if (full.size > maxRemembered) full.delete(full.values().next().value ?? '')
  }
  return {
    mayReject: ({ counter, ownerCounter, limits }) =>
      full.has(counter) || (limits.month >= 0 && full.has(ownerCounter)),
    note({ counter, ownerCounter, limits }, { counts, inGrace }) {
      const isFull = (window: WindowName) => limits[window] >= 0 && counts[window] >= limits[window]
      remember(counter, isFull('hour') || isFull('day'))
      if (limits.month >= 0) remember(ownerCounter, isFull('month') && !inGrace)
    },
  }
}
