import type { Context } from '../../../context.ts'
import { requireRateLimit } from '../../users/require-rate-limit.ts'

const rule = { kind: 'subscription-change', limit: 30, windowMs: 3_600_000 }

/** Bounds what an account can have a provider do. @throws AppError RATE_LIMITED */
export const changesAnHour = (ctx: Pick<Context, 'db' | 'clock'>, userId: number): Promise<void> =>
  requireRateLimit(ctx, rule, String(userId))
