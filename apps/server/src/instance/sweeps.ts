import { retention } from '@envhold/contract/archive/archive.ts'
import { idempotencyHours } from '@envhold/contract/idempotency.ts'
import type { Context } from '../context.ts'
import { sweepDelayedChanges } from '../features/accounts/delayed/sweep-delayed-changes.ts'
import { sweepAccounts } from '../features/accounts/delete-permanently.ts'
import { remindOfDeletedOwners } from '../features/accounts/remind-of-deleted-owners.ts'
import {
  accountInvitationRetention,
  challengeRetention,
  emailChangeRetention,
  oidcSweeps,
  secondFactorRetention,
  sweepAccountInvitations,
  sweepChallenges,
  sweepEmailChanges,
  sweepSecondFactors,
} from '../features/accounts/sweep-sign-ins.ts'
import { sweepErasures } from '../features/activity/erasing/sweep-erasures.ts'
import {
  sweepDeactivatedKeys,
  sweepExpiringApiKeys,
  sweepUsageOfDeletedKeys,
} from '../features/api-keys/sweep-api-keys.ts'
import { sweepPhases } from '../features/archive/phase/sweep-phases.ts'
import { revocationSweeps } from '../features/audit-log/sweep-revocations.ts'
import { writeRoot } from '../features/audit-log/write-root.ts'
import { billingSweeps } from '../features/billing/billing-sweeps.ts'
import { sweepGrantedPlans } from '../features/billing/granted-plans/granted-plans.ts'
import { sweepInvitations } from '../features/collaborators/end-invitation.ts'
import { sweepTransfers, transferRetention } from '../features/collaborators/transfer/sweep-transfers.ts'
import { contactSweeps } from '../features/contact/contact-sweeps.ts'
import { formerNameRetention, sweepFormerNames } from '../features/environments/former-name-rules.ts'
import { backupSweeps } from '../features/operator/backups/backup-sweeps.ts'
import { jobSweep } from '../features/operator/jobs/sweep-jobs.ts'
import { sweepPlannedLimits } from '../features/operator/plans/planned-limits.ts'
import { sweepPriceChanges } from '../features/operator/plans/price-changes.ts'
import { sweepPersonalTokens } from '../features/personal-tokens/account-tokens.ts'
import { deviceLoginRetention, sweepDeviceLogins } from '../features/personal-tokens/sweep-device-logins.ts'
import { sweepProjects } from '../features/projects/sweep-projects.ts'
import { sessionRetention, sweepSessions } from '../features/sessions/sweep-sessions.ts'
import { sweepKeyCounters } from '../features/usage/erase-usage.ts'
import { callMonthRetention, sweepCallMonths } from '../features/usage/notify-month.ts'
import { sweepUsage, sweepUsageDays, usageRetention } from '../features/usage/sweep-usage.ts'
import { dueDayRetention, sweepDueDays } from '../features/variables/due-days/sweep-due-days.ts'
import { sweepIdempotencyKeys } from '../idempotency/create-run-once.ts'
import { nodeSweep } from '../jobs/node-report.ts'
import type { RetentionRule } from '../jobs/retention-rule.ts'
import type { Sweep } from '../jobs/sweeper.ts'
import { mailSweeps } from '../mail/mail-sweeps.ts'

/** What the sweeps delete that declare nothing beside their code. */
const rules = {
  idempotencyKeys: [
    {
      what: 'Stored answers to repeated requests',
      period: { hours: idempotencyHours },
      after: 'the first request',
    },
  ],
  usageOfDeletedKeys: [
    {
      what: 'Calls with a deleted API key, with their IP addresses',
      period: 'immediately',
      after: 'the key is deleted',
    },
  ],
  keyCounters: [
    { what: 'Counts of calls with a deleted API key', period: 'immediately', after: 'the key is deleted' },
  ],
  projects: [
    {
      what: 'A deleted project with its environments, variables, versions and API keys',
      period: { days: retention.deletedProjectDays },
      after: 'it is deleted',
    },
  ],
  invitations: [
    {
      what: 'An invitation without an answer',
      period: { days: retention.invitationDays },
      after: 'it is sent',
    },
  ],
  accounts: [
    {
      what: 'A deleted account with its projects, keys, tokens and settings',
      period: { days: retention.deletedAccountDays },
      after: 'it is deleted',
    },
  ],
  erasures: [
    {
      what: 'The name, the e-mail address and the IP addresses of a deleted account in the activity log',
      period: { days: retention.deletedAccountDays },
      after: 'the account is deleted',
    },
  ],
  accountPhases: [
    {
      what: 'An archived project with its environments, variables, versions and API keys',
      period: { days: retention.archivedProjectDays },
      after: 'it is archived, or after the end of the grace period if that is later',
    },
  ],
} as const satisfies Readonly<Record<string, readonly RetentionRule[]>>

/** What one node does, deletes or notifies every hour. */
export const sweepsOf = (ctx: Context): Sweep[] => [
  { name: 'audit-root', run: () => writeRoot(ctx), deletesNothing: true, retention: [] },
  ...revocationSweeps(ctx),
  { name: 'sessions', run: () => sweepSessions(ctx), retention: sessionRetention },
  { name: 'second-factors', run: () => sweepSecondFactors(ctx), retention: secondFactorRetention },
  ...oidcSweeps(ctx),
  { name: 'passkey-challenges', run: () => sweepChallenges(ctx), retention: challengeRetention },
  { name: 'idempotency-keys', run: () => sweepIdempotencyKeys(ctx), retention: rules.idempotencyKeys },
  // Their rows stay until their owner deletes them.
  { name: 'personal-tokens', run: () => sweepPersonalTokens(ctx), retention: [] },
  { name: 'device-logins', run: () => sweepDeviceLogins(ctx), retention: deviceLoginRetention },
  { name: 'usage', run: () => sweepUsage(ctx), retention: usageRetention },
  // Drops what the sweep before has deleted.
  { name: 'usage-days', run: () => sweepUsageDays(ctx), retention: [] },
  { name: 'call-months', run: () => sweepCallMonths(ctx), retention: callMonthRetention },
  {
    name: 'usage-of-deleted-keys',
    run: () => sweepUsageOfDeletedKeys(ctx),
    retention: rules.usageOfDeletedKeys,
  },
  { name: 'key-counters', run: () => sweepKeyCounters(ctx), retention: rules.keyCounters },
  { name: 'projects', run: () => sweepProjects(ctx), retention: rules.projects },
  { name: 'invitations', run: () => sweepInvitations(ctx), retention: rules.invitations },
  {
    name: 'account-invitations',
    run: () => sweepAccountInvitations(ctx),
    retention: accountInvitationRetention,
  },
  { name: 'project-transfers', run: () => sweepTransfers(ctx), retention: transferRetention },
  { name: 'accounts', run: () => sweepAccounts(ctx), retention: rules.accounts },
  { name: 'deleted-owners', run: () => remindOfDeletedOwners(ctx), deletesNothing: true, retention: [] },
  // After the sweep that deletes the accounts.
  { name: 'erasures', run: () => sweepErasures(ctx), retention: rules.erasures },
  { name: 'delayed-changes', run: () => sweepDelayedChanges(ctx), retention: [] },
  { name: 'email-changes', run: () => sweepEmailChanges(ctx), retention: emailChangeRetention },
  { name: 'deactivated-api-keys', run: () => sweepDeactivatedKeys(ctx), retention: [] },
  { name: 'expiring-api-keys', run: () => sweepExpiringApiKeys(ctx), retention: [] },
  { name: 'due-days', run: () => sweepDueDays(ctx), retention: dueDayRetention },
  { name: 'former-names', run: () => sweepFormerNames(ctx), retention: formerNameRetention },
  ...billingSweeps(ctx),
  ...contactSweeps(ctx),
  jobSweep(ctx),
  ...backupSweeps(ctx),
  ...mailSweeps(ctx),
  nodeSweep(ctx),
  { name: 'price-changes', run: () => sweepPriceChanges(ctx), deletesNothing: true, retention: [] },
  { name: 'planned-limits', run: () => sweepPlannedLimits(ctx), retention: [] },
  { name: 'granted-plans', run: () => sweepGrantedPlans(ctx), retention: [] },
  // The last one: with many accounts it takes minutes.
  { name: 'account-phases', run: () => sweepPhases(ctx), retention: rules.accountPhases },
]
