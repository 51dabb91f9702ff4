import { TamperedRowError } from '../../app-error.ts'
import type { Context, DbContext } from '../../context.ts'
import { createBatch } from '../../db/batch.ts'
import { groupCommit } from '../../db/transaction.ts'
import { logTampered } from '../../db/unless-tampered.ts'
import type { Origin } from '../../http/route.ts'
import { type ActivityEvent, appendActivity } from './append-activity.ts'
import { requireEntriesLeft } from './require-entries-left.ts'
import type { Tx } from './tx.ts'

/**
 * Records actions that have no transaction of their own, such as reading a secret. Concurrent entries share one commit.
 */
export interface ActivityRecorder {
  /** Resolves once the event is durable. The caller must not respond before. */
  record(event: ActivityEvent): Promise<void>
}

export function createActivityRecorder(
  ctx: DbContext<'engine' | 'groupCommit' | 'clock' | 'secrets'>,
): ActivityRecorder {
  const batch = createBatch<ActivityEvent, void>(async (events) => {
    await groupCommit(ctx, (tx) => appendActivity(tx, events))
    return []
  })
  return {
    record: async (event) => {
      requireEntriesLeft(ctx, [event])
      await batch.add(event)
    },
  }
}

interface RejectedRow {
  readonly table: string
  readonly id: string
}

const tamperingEvent = ({ table, id }: RejectedRow) =>
  ({
    type: 'security_violation',
    description: `A row of ${table} (${id}) was changed from outside; it was rejected`,
    userId: null,
    tokenId: null,
  }) as const

/** Records that a row was found which this server did not write. */
export const recordTampering = (recorder: ActivityRecorder) => (row: RejectedRow, origin: Origin) =>
  recorder.record({ ...tamperingEvent(row), origin })

/**
 * Logs and records a row that no server wrote, in a call that continues without what the row is about.
 * @throws any other error
 */
export async function reportTampering(
  { log }: Pick<Context, 'log'>,
  recorder: ActivityRecorder,
  { error, origin }: { readonly error: unknown; readonly origin: Origin },
): Promise<void> {
  if (!(error instanceof TamperedRowError)) throw error
  log.tampered({ table: error.table, id: error.id, requestId: origin.requestId })
  await recordTampering(recorder)(error, origin)
}

/**
 * Does a part of a transaction that a row which no server wrote must not stop: the row is logged and recorded. What
 * the part wrote before stays.
 * @returns undefined for such a row
 */
export async function recordIfTampered<T>(tx: Tx, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof TamperedRowError)) throw error
    logTampered(tx, tx.actor.origin?.requestId ?? 'sweep')(error)
    tx.record(tamperingEvent(error))
    return undefined
  }
}

/** Records that a wrong secret was given for an account. */
export const recordWrongSecret = (
  recorder: ActivityRecorder,
  by: { readonly userId: number; readonly origin: Origin },
  description: string,
  severity: 'medium' | 'high' = 'medium',
) => recorder.record({ type: 'unauthorized_access', severity, description, ...by })
