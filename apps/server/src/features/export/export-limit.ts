import { exportCallsPerHour } from '@envhold/contract/export.ts'
import type { Context } from '../../context.ts'
import { requireRateLimit } from '../users/require-rate-limit.ts'

const rule = { kind: 'export', limit: exportCallsPerHour, windowMs: 3_600_000 }

/** Bounds what an account can export. @throws AppError RATE_LIMITED */
export const countExport = (ctx: Pick<Context, 'db' | 'clock'>, userId: number): Promise<void> =>
  requireRateLimit(ctx, rule, String(userId))
