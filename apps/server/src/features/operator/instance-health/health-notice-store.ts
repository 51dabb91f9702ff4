import type { DbContext } from '../../../context.ts'
import { healthNotices } from '../../../db/schema/instance.ts'
import { signedRows } from '../../../db/signed-rows.ts'
import { tableRows } from '../../../db/table-rows.ts'
import type { Row } from '../../../db/tables.ts'
import { isUntampered, logTampered } from '../../../db/unless-tampered.ts'

/** A warning of which operators were notified. */
export type HealthNotice = Row<'health_notices'>

/** What the webhook has still to be told. */
export type NoticeEvent = 'opened' | 'resolved'

export const noticeRows = signedRows(healthNotices)

/**
 * Those whose MAC is valid, the oldest first. The others are logged and deleted, so that a planted row keeps no warning
 * from operators.
 */
export async function listNotices(
  ctx: DbContext<'secrets' | 'log'>,
  event?: NoticeEvent,
  limit?: number,
): Promise<HealthNotice[]> {
  const rows = await tableRows('health_notices').list(ctx, event ? { webhook_event: event } : {}, {
    orderBy: ['opened_at'],
    ...(limit !== undefined && { limit }),
  })
  const report = logTampered(ctx, 'health-notices')
  const planted = rows.filter((row) => !isUntampered(() => noticeRows.check(ctx, row), report))
  if (planted.length > 0) await noticeRows.remove(ctx, { id: planted.map(({ id }) => id) })
  return rows.filter((row) => !planted.includes(row))
}
