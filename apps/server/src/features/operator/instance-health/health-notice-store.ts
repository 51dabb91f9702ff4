import { TamperedRowError } from '../../../app-error.ts'
import type { DbContext } from '../../../context.ts'
import { healthNotices } from '../../../db/schema/instance.ts'
import { signedRows } from '../../../db/signed-rows.ts'
import { tableRows } from '../../../db/table-rows.ts'
import type { Row } from '../../../db/tables.ts'

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
  const planted = rows.filter((row) => !isValid(ctx, row))
  if (planted.length > 0) await noticeRows.remove(ctx, { id: planted.map(({ id }) => id) })
  return rows.filter((row) => !planted.includes(row))
}

function isValid(ctx: DbContext<'secrets' | 'log'>, row: HealthNotice): boolean {
  try {
    noticeRows.check(ctx, row)
    return true
  } catch (error) {
    if (!(error instanceof TamperedRowError)) throw error
    ctx.log.tampered({ table: error.table, id: error.id, requestId: 'health-notices' })
    return false
  }
}
