import type { Context } from '../../context.ts'
import { createUsageDays, dropUsageDays } from '../../db/usage-partitions.ts'
import { usageLifetimeMs } from './usage-lifetime.ts'

/**
 * Creates the partitions of the next days and drops those whose usage is trimmed. Runs after the sweep that trims.
 * @returns how many were dropped
 */
export async function sweepUsageDays(ctx: Pick<Context, 'db' | 'engine' | 'clock'>): Promise<number> {
  await createUsageDays(ctx, ctx.clock())
  return await dropUsageDays(ctx, ctx.clock() - usageLifetimeMs)
}
