import { AppError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../db/transaction.ts'
import { raiseWindows, windowEnd } from '../audit-log/rate-window-store.ts'
import { planOf } from './limits.ts'

/**
 * Counts a call of a personal token. The plan's limit per hour holds for each token, on all nodes together.
 * @throws AppError RATE_LIMITED
 */
export async function countCall(
  ctx: Pick<Context, 'db' | 'clock' | 'secrets'>,
  { tokenId, userId }: { tokenId: string; userId: number },
): Promise<void> {
  const { api_rate_limit_per_hour: limit } = await planOf(ctx, ctx.db, userId)
  if (limit < 0) return
  const now = ctx.clock()
  const { hour } = await inTransaction(ctx.db, (trx) => raiseWindows(trx, tokenId, 1, now))
  if (hour > limit)
    throw new AppError('RATE_LIMITED', { retryAfter: Math.ceil((windowEnd('hour', now) - now) / 1_000) })
}
