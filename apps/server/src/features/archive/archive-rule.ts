import type { Context } from '../../context.ts'
import type { AttemptRule } from '../users/attempt-store.ts'
import { requireRateLimit } from '../users/require-rate-limit.ts'

/** Each archiving and each restoring locks the account, and may send a mail. */
export const archiveRule: AttemptRule = { kind: 'archive', limit: 120, windowMs: 3_600_000 }

/** @throws AppError RATE_LIMITED */
export const requireArchiveRate = (ctx: Pick<Context, 'db' | 'clock'>, userId: number): Promise<void> =>
  requireRateLimit(ctx, archiveRule, String(userId))
