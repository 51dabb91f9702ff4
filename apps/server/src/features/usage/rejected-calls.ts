import type { DbContext } from '../../context.ts'
import { createBatch } from '../../db/batch.ts'
import type { Trx } from '../../db/transaction.ts'
import { groupCommit } from '../../db/transaction.ts'
import { type ActivityEvent, appendActivity } from '../audit-log/append-activity.ts'
import { appendUsage, lockHeadsOf } from '../audit-log/append-usage.ts'
import type { UsageEntry } from '../audit-log/recorded-usage.ts'
import { type WindowName, windowStart } from './rate-window-store.ts'
import { addRejectedCalls, markRejectedCallsRecorded, rejectedKeyText } from './rejected-call-store.ts'

/** Calls beyond a limit share one usage row per minute. */
const rowEveryMs = 60_000
const tooMany = 429

/** A call rejected by a full window. */
export interface RejectedCall {
  readonly counter: string
  readonly entry: Omit<UsageEntry, 'environmentId' | 'status' | 'variables' | 'calls'>
  /** The owner's events, if the call is the first rejected one in its window. */
  readonly eventsIfFirst: (window: WindowName) => readonly ActivityEvent[]
}

/**
 * Counts calls beyond a limit in memory and writes them to the usage log: one row a minute for each counter and window,
 * on all nodes together.
 */
export interface RejectedCalls {
  /** Resolves at once, or for the first call in a minute once its row is durable. */
  add(call: RejectedCall, window: WindowName): Promise<void>
  /** Writes the rows that are due. */
  check(): Promise<void>
  /** Writes the counts of this process to the database. */
  stop(): Promise<void>
}

interface Pending {
  readonly window: WindowName
  latest: RejectedCall
  calls: number
  durationUs: number
  /** When the next row is due; 0 means now. */
  dueAt: number
  /** The database holds calls that no row contains yet. */
  hasUnrecorded: boolean
  isBeingWritten: boolean
}

type Portion = Pick<Pending, 'window' | 'latest' | 'calls' | 'durationUs'>
type RejectedCallContext = DbContext<'engine' | 'groupCommit' | 'clock' | 'secrets' | 'log'>

/**
 * Whether a row is due. The node that wrote the one before may have a clock that is ahead, or have written while this
 * one waited for its lock. A time further ahead than another interval was written under a wrong clock.
 */
const isRowDue = (dueAt: number, now: number) => dueAt <= now || dueAt > now + 2 * rowEveryMs

export function createRejectedCalls(ctx: RejectedCallContext): RejectedCalls {
  const pending = new Map<string, Pending>()
  const batch = createBatch<Portion, WrittenPortion>((portions) =>
    groupCommit(ctx, (tx) => writePortions(tx, portions)),
  )

  const write = async (portion: Pending): Promise<void> => {
    const { window, latest, calls, durationUs } = portion
    Object.assign(portion, { calls: 0, durationUs: 0, isBeingWritten: true })
    try {
      const { recordedAt, hasUnrecorded } = await batch.add({ window, latest, calls, durationUs })
      Object.assign(portion, { hasUnrecorded, dueAt: recordedAt + rowEveryMs })
    } catch (error) {
      portion.calls += calls
      portion.durationUs += durationUs
      throw error
    } finally {
      portion.isBeingWritten = false
    }
  }
  const isDue = (portion: Pending) => !portion.isBeingWritten && isRowDue(portion.dueAt, ctx.clock())
  const writeAll = async (some: readonly Pending[]): Promise<void> => {
    const results = await Promise.allSettled(some.map(write))
    const failed = results.find((result) => result.status === 'rejected')
    if (failed) ctx.log.taskFailed({ task: 'rejected-calls', error: failed.reason })
  }
  const check = async () => {
    const due = [...pending].filter(([, one]) => isDue(one))
    for (const [name, one] of due) if (one.calls === 0 && !one.hasUnrecorded) pending.delete(name)
    await writeAll(due.flatMap(([, one]) => (one.calls > 0 || one.hasUnrecorded ? one : [])))
  }

  return {
    async add(call, window) {
      const name = rejectedKeyText({ principal: call.counter, window })
      const fresh = { calls: 0, durationUs: 0, dueAt: 0, hasUnrecorded: false, isBeingWritten: false }
      const one = pending.get(name) ?? { window, latest: call, ...fresh }
      pending.set(name, one)
      one.latest = call
      one.calls++
      one.durationUs += call.entry.durationUs
      if (isDue(one)) await write(one)
    },
    check,
    async stop() {
      await writeAll([...pending.values()].filter(({ calls }) => calls > 0))
    },
  }
}

interface WrittenPortion {
  /** When the newest row of these calls was written, by any node. */
  readonly recordedAt: number
  readonly hasUnrecorded: boolean
}

async function writePortions(
  tx: RejectedCallContext & { readonly db: Trx },
  portions: readonly Portion[],
): Promise<WrittenPortion[]> {
  const now = tx.clock()
  const keyOf = ({ latest, window }: Portion) => ({ principal: latest.counter, window })
  const byKey = new Map(portions.map((portion) => [rejectedKeyText(keyOf(portion)), portion]))
  const rows = portions.map((portion) => ({
    ...keyOf(portion),
    calls: portion.calls,
    duration_us: portion.durationUs,
  }))
  const recorded = await addRejectedCalls(tx, rows)
  const due = recorded.flatMap((row) => {
    const portion = byKey.get(rejectedKeyText(row))
    return portion && isRowDue(row.recorded_at + rowEveryMs, now) ? { ...row, portion } : []
  })
  const entries = due.map(({ portion, calls, duration_us }) => ({
    ...portion.latest.entry,
    environmentId: null,
    status: tooMany,
    variables: 0,
    durationUs: Math.round(duration_us / Math.max(1, calls)),
    calls,
  }))
  await appendUsage(tx, entries, await lockHeadsOf(tx, entries))
  await markRejectedCallsRecorded(tx, due, now)
  const events = due.flatMap(({ portion: { window, latest }, recorded_at }) =>
    recorded_at < windowStart(window, now) ? latest.eventsIfFirst(window) : [],
  )
  if (events.length > 0) await appendActivity(tx, events)
  const recordedAt = new Map(recorded.map((row) => [rejectedKeyText(row), row.recorded_at]))
  for (const row of due) recordedAt.delete(rejectedKeyText(row))
  return portions.map((portion) => {
    const at = recordedAt.get(rejectedKeyText(keyOf(portion)))
    return { recordedAt: at ?? now, hasUnrecorded: at !== undefined }
  })
}
