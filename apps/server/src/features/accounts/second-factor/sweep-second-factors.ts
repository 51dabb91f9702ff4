import type { DbContext } from '../../../context.ts'
import type { RetentionRule } from '../../../jobs/retention-rule.ts'
import { deleteUnconfirmedTotpFactors, setUpMs } from '../factors/totp-factor-store.ts'
import { deleteExpiredMfaTickets } from './mfa-ticket-store.ts'

export const secondFactorRetention: readonly RetentionRule[] = [
  {
    what: 'A sign-in that waits for its second factor',
    period: 'immediately',
    after: 'it expires, five minutes after the password',
  },
  {
    what: 'An authenticator app whose set-up was not finished',
    period: { hours: setUpMs / 3_600_000 },
    after: 'the set-up began',
  },
]

/**
 * Deletes sign-ins that wait for a second factor in vain, and set-ups of authenticator apps that were not finished.
 * @returns how many rows were deleted
 */
export async function sweepSecondFactors({ db, clock }: DbContext<'clock'>): Promise<number> {
  const now = clock()
  return (await deleteExpiredMfaTickets(db, now)) + (await deleteUnconfirmedTotpFactors(db, now - setUpMs))
}
