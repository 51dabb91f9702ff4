import { undoEmailDays } from '@envhold/contract/accounts/mailed-links.ts'
import { userInvitationDays } from '@envhold/contract/operator/user-invitations.ts'
import type { Context, DbContext } from '../../context.ts'
import { inTransaction } from '../../db/transaction.ts'
import { logTampered } from '../../db/unless-tampered.ts'
import { resealProviderSettings } from '../../identity-provider/provider-settings-store.ts'
import type { RetentionRule } from '../../jobs/retention-rule.ts'
import type { Sweep } from '../../jobs/sweeper.ts'
import { deleteOldChanges } from './email/email-change-store.ts'
import { deleteUnconfirmedTotpFactors, setUpMs } from './factors/factor-store.ts'
import { deleteExpiredOidcRequests } from './oidc/oidc-store.ts'
import { accountInvitationRows } from './register/account-invitation-store.ts'
import { deleteExpiredMfaTickets } from './second-factor/mfa-ticket-store.ts'
import { deleteExpiredChallenges } from './webauthn/webauthn-store.ts'

export const emailChangeRetention: readonly RetentionRule[] = [
  {
    what: 'The former e-mail address of an account',
    period: { days: undoEmailDays },
    after: 'it is changed',
  },
]

/** Deletes changes of addresses that can no longer be undone. @returns how many there were */
export const sweepEmailChanges = (ctx: DbContext<'clock'>) => deleteOldChanges(ctx.db, ctx.clock())

/** An operator's invitation that nobody used. */
export const accountInvitationRetention: readonly RetentionRule[] = [
  {
    what: 'An operator’s invitation to create an account that was not used',
    period: { days: userInvitationDays },
    after: 'it is sent',
  },
]

/** @returns how many had expired */
export const sweepAccountInvitations = (ctx: Context): Promise<number> =>
  inTransaction(ctx, (tx) => accountInvitationRows.remove(tx, (is) => is('expires_at', '<=', ctx.clock())))

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

/** What one node does every hour about sign-ins at the identity provider and its settings. */
export const oidcSweeps = (ctx: DbContext<'secrets' | 'clock' | 'log'>): Sweep[] => [
  {
    name: 'oidc-requests',
    run: () => deleteExpiredOidcRequests(ctx, ctx.clock()),
    retention: [
      {
        what: 'A sign-in at the identity provider without an answer',
        period: 'immediately',
        after: 'it expires',
      },
    ],
  },
  {
    name: 'sign-in-settings',
    run: () => resealProviderSettings(ctx, logTampered(ctx, 'sign-in-settings')),
    retention: [],
  },
]

export const challengeRetention: readonly RetentionRule[] = [
  { what: 'A request to use a passkey', period: 'immediately', after: 'it expires' },
]

/** @returns how many challenges had expired */
export const sweepChallenges = ({ db, clock }: DbContext<'clock'>) => deleteExpiredChallenges(db, clock())
