import type { DbContext } from '../../context.ts'
import { createBatch } from '../../db/batch.ts'
import { groupCommit } from '../../db/transaction.ts'
import type { Origin } from '../../http/route.ts'
import { type ActivityEvent, appendActivity } from './append-activity.ts'
import { requireEntriesLeft } from './require-entries-left.ts'

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

/** Records that a row was found which this server did not write. */
export const recordTampering =
  (recorder: ActivityRecorder) => (row: { readonly table: string; readonly id: string }, origin: Origin) =>
    recorder.record({
      type: 'security_violation',
      description: `A row of ${row.table} (${row.id}) was changed from outside; it was rejected`,
      userId: null,
      origin,
    })

/** Records that a wrong secret was given for an account. */
export const recordWrongSecret = (
  recorder: ActivityRecorder,
  by: { readonly userId: number; readonly origin: Origin },
  description: string,
  severity: 'medium' | 'high' = 'medium',
) => recorder.record({ type: 'unauthorized_access', severity, description, ...by })
