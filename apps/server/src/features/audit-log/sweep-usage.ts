import type { Context } from '../../context.ts'
import { inTransaction } from '../../db/transaction.ts'
import { trimUsage } from './chain-store.ts'
import { sweepWindows } from './rate-window-store.ts'

const keptMs = 90 * 24 * 3_600_000

/** Usage is kept 90 days; windows of calls until they no longer count. */
export const sweepUsage = (ctx: Pick<Context, 'db' | 'clock' | 'secrets'>): Promise<number> =>
  inTransaction(ctx.db, async (trx) => {
    const windows = await sweepWindows(trx, ctx.clock())
    return windows + (await trimUsage(ctx, trx, ctx.clock() - keptMs))
  })
