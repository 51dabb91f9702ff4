import type { Origin } from '../../http/route.ts'
import type { ActivityRecorder } from './activity-recorder.ts'

/** Records that a row was found which this server did not write. */
export const recordTampering =
  (recorder: ActivityRecorder) =>
  (row: { readonly table: string; readonly id: string }, origin: Origin): Promise<void> =>
    recorder.record({
      type: 'security_violation',
      severity: 'high',
      description: `A row of ${row.table} (${row.id}) was changed from outside; it was rejected`,
      userId: null,
      origin,
    })
