import type { Context } from './context.ts'
import { sweepAccounts } from './features/accounts/sweep-accounts.ts'
import { sweepExpiringApiKeys } from './features/api-keys/sweep-expiring-api-keys.ts'
import { sweepUsageOfDeletedKeys } from './features/api-keys/sweep-usage-of-deleted-keys.ts'
import { sweepPhases } from './features/archive/phase/sweep-phases.ts'
import { writeRoot } from './features/audit-log/write-root.ts'
import { billingSweeps } from './features/billing/billing-sweeps.ts'
import { sweepInvitations } from './features/collaborators/sweep-invitations.ts'
import { revokeAllGrants } from './features/grants/revoke-all-grants.ts'
import { sweepPersonalTokens } from './features/personal-tokens/sweep-personal-tokens.ts'
import { sweepProjects } from './features/projects/sweep-projects.ts'
import { sweepSessions } from './features/sessions/sweep-sessions.ts'
import { sweepKeyCounters } from './features/usage/delete-key-counters.ts'
import { sweepUsage } from './features/usage/sweep-usage.ts'
import { sweepUsageDays } from './features/usage/sweep-usage-days.ts'
import { sweepIdempotencyKeys } from './idempotency/sweep-idempotency-keys.ts'
import type { Sweep } from './jobs/sweeper.ts'
import { sweepMailReceipts } from './mail/mail-receipt-store.ts'

/** What one node does, deletes or notifies every hour. */
export const sweepsOf = (ctx: Context): Sweep[] => [
  { name: 'audit-root', run: () => writeRoot(ctx), deletesNothing: true },
  { name: 'sessions', run: () => sweepSessions(ctx) },
  { name: 'idempotency-keys', run: () => sweepIdempotencyKeys(ctx) },
  { name: 'personal-tokens', run: () => sweepPersonalTokens(ctx) },
  { name: 'usage', run: () => sweepUsage(ctx) },
  { name: 'usage-days', run: () => sweepUsageDays(ctx) },
  { name: 'usage-of-deleted-keys', run: () => sweepUsageOfDeletedKeys(ctx) },
  { name: 'key-counters', run: () => sweepKeyCounters(ctx) },
  { name: 'projects', run: () => sweepProjects(ctx) },
  { name: 'invitations', run: () => sweepInvitations(ctx) },
  // The grants of an account are to the right of accounts.
  {
    name: 'accounts',
    run: () => sweepAccounts(ctx, revokeAllGrants),
  },
  { name: 'expiring-api-keys', run: () => sweepExpiringApiKeys(ctx) },
  ...billingSweeps(ctx),
  { name: 'mail-receipts', run: () => sweepMailReceipts(ctx) },
  // The last one: with many accounts it takes minutes.
  { name: 'account-phases', run: () => sweepPhases(ctx) },
]
