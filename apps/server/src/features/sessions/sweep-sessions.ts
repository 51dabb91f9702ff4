import { retention } from '@envhold/contract/archive/archive.ts'
import type { DbContext } from '../../context.ts'
import { daysMs, type RetentionRule } from '../../jobs/retention-rule.ts'
import { attemptDays, failureWaitDays, sweepAttempts, sweepFailureWaits } from '../users/attempt-store.ts'
import { deleteExpiredEmailTokens } from '../users/email-token-store.ts'
import { deleteOldDevices } from './device-store.ts'
import { deleteExpiredSessions } from './session-store.ts'
import { sessionTtlMs } from './start-session.ts'

export const sessionRetention: readonly RetentionRule[] = [
  {
    what: 'A session, with its IP address and browser',
    period: { days: sessionTtlMs / daysMs(1) },
    after: 'its last use',
  },
  { what: 'The links in e-mails', period: 'immediately', after: 'they expire' },
  { what: 'Counts of attempts within a limit', period: { days: attemptDays }, after: 'the attempt' },
  { what: 'Counts of failed sign-ins', period: { days: failureWaitDays }, after: 'the last failure' },
  {
    what: 'A browser that an account has used',
    period: { days: retention.browserDays },
    after: 'its last sign-in',
  },
]

/**
 * Deletes expired sessions and mailed links, attempt counts that no longer matter, and devices unused for long.
 * @returns how many rows were deleted
 */
export async function sweepSessions(ctx: DbContext<'clock'>): Promise<number> {
  const now = ctx.clock()
  const expired = (await deleteExpiredSessions(ctx.db, now)) + (await deleteExpiredEmailTokens(ctx.db, now))
  const counters = (await sweepAttempts(ctx)) + (await sweepFailureWaits(ctx))
  return expired + counters + (await deleteOldDevices(ctx.db, now - daysMs(retention.browserDays)))
}
