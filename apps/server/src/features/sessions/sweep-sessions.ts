import type { Context } from '../../context.ts'
import { sweepAttempts } from '../users/attempt-store.ts'
import { deleteExpiredEmailTokens } from '../users/email-token-store.ts'
import { sweepFailureWaits } from '../users/failure-wait-store.ts'
import { deleteOldDevices } from './device-store.ts'
import { deleteExpiredSessions } from './session-store.ts'

const yearMs = 365 * 24 * 3_600_000

/**
 * Deletes expired sessions and mailed links, attempt counts that no longer matter, and devices unused for long.
 * @returns how many rows were deleted
 */
export async function sweepSessions(ctx: Pick<Context, 'db' | 'clock'>): Promise<number> {
  const now = ctx.clock()
  const expired = (await deleteExpiredSessions(ctx.db, now)) + (await deleteExpiredEmailTokens(ctx.db, now))
  const counters = (await sweepAttempts(ctx)) + (await sweepFailureWaits(ctx))
  return expired + counters + (await deleteOldDevices(ctx.db, now - yearMs))
}
