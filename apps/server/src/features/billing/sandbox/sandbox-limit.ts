import type { Context } from '../../../context.ts'
import { requireRateLimit } from '../../users/require-rate-limit.ts'

const perHour = { kind: 'sandbox', limit: 120, windowMs: 3_600_000 }

/** Bounds what an account can play in the sandbox. @throws AppError RATE_LIMITED */
export const requireSandboxRate = (ctx: Pick<Context, 'db' | 'clock'>, userId: number): Promise<void> =>
  requireRateLimit(ctx, perHour, String(userId))
