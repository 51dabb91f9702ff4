// What the fake API answers with.

import type { readAccountSecurity } from '@envhold/contract/accounts/account-security.ts'
import type { Account, readUserStatus } from '@envhold/contract/accounts/accounts.ts'
import type { ApiKey } from '@envhold/contract/api-keys.ts'
import type { ArchivedProject, listArchivedProjects } from '@envhold/contract/archive/archive.ts'
import type { Compliance } from '@envhold/contract/archive/compliance.ts'
import type { Subscription } from '@envhold/contract/billing/subscription.ts'
import type { MonthCalls, readSubscriptionStatus } from '@envhold/contract/billing/subscription-status.ts'
import type { listCollaborators } from '@envhold/contract/collaborators/collaborators.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { Environment } from '@envhold/contract/environments/environments.ts'
import type { Project } from '@envhold/contract/projects/projects.ts'
import type { UnavailableProject } from '@envhold/contract/projects/unavailable.ts'

export const sessionToken = `ses_a1B2c3D4e5F6g_${'0'.repeat(49)}`

const time = '2026-03-01T10:00:00.000Z'

export const sampleProject = (overrides: Partial<Project> = {}): Project => ({
  id: 7,
  name: 'Storefront',
  description: null,
  created_at: time,
  updated_at: time,
  user_role: 'owner',
  owner: 1,
  owner_username: 'ada',
  environment_count: 2,
  variable_count: 3,
  collaborator_count: 0,
  keys_pending: false,
  read_only: null,
  ...overrides,
})

/** By default the calls of the month have hardly begun. */
export const sampleCalls = (overrides: Partial<MonthCalls> = {}): MonthCalls => ({
  current: 12,
  max: 1_000,
  stage: 0,
  resets_at: '2026-12-01T00:00:00.000Z',
  grace_ends_at: null,
  ...overrides,
})

export const sampleEnvironment = (overrides: Partial<Environment> = {}): Environment => ({
  id: 11,
  project_id: 7,
  name: 'production',
  version: 4,
  variable_count: 2,
  created_at: time,
  updated_at: time,
  last_change: { at: time, author: { username: 'ada', token_name: null } },
  rekey_pending: false,
  color: null,
  protected: false,
  ...overrides,
})

export const sampleApiKey = (overrides: Partial<ApiKey> = {}): ApiKey => ({
  id: 'a1B2c3',
  key_name: 'GitHub Actions',
  api_key_preview: 'key_a1B2…',
  permissions: ['read_variables', 'variables.api_inject'],
  environment_access: null,
  allowed_ips: [],
  expires_at: null,
  is_active: true,
  deactivated_at: null,
  deactivated_reason: null,
  usage_count: 0,
  last_used_at: null,
  created_at: time,
  rate_limit_per_hour: -1,
  creator: { username: 'ada', email: 'ada@example.com' },
  ...overrides,
})

export const sampleAccount = (overrides: Partial<Account> = {}): Account => ({
  id: 1,
  username: 'ada',
  email: 'ada@example.com',
  firstName: null,
  lastName: null,
  email_verified: true,
  can_verify_email: true,
  public_url: globalThis.location?.origin ?? 'https://vault.example.com',
  time_zone: 'UTC',
  created_at: time,
  ...overrides,
})

export type Security = OutputOf<typeof readAccountSecurity>['security']

/** How an account is protected that has a password and nothing else. */
export const sampleSecurity = (overrides: Partial<Security> = {}): Security => ({
  password: { changed_at: null },
  master_password: null,
  totp: false,
  recovery_codes: 0,
  passkeys: 0,
  provider_identities: 0,
  step_up_methods: ['password'],
  needs_second_factor: false,
  second_factor_due: null,
  ...overrides,
})

/** The owner of the sample project, as its collaborators see her. */
export const sampleOwner: OutputOf<typeof listCollaborators>['owner'] = {
  user_id: 1,
  username: 'ada',
  email: 'ada@example.com',
  role: 'owner',
  status: 'accepted',
  invited_at: null,
  shared_environments: [],
}

interface GivenStatus {
  readonly reason?: string
  readonly supportEmail?: string
  readonly suspensionMessage?: string
}

export function sampleUserStatus(
  status: 'ACTIVE' | 'SUSPENDED' | 'PENDING',
  { reason, ...rest }: GivenStatus = {},
): OutputOf<typeof readUserStatus> {
  const suspended_reason = reason ?? null
  return {
    user: { id: 1, username: 'ada', email: 'ada@example.com', status, suspended_reason, roles: [] },
    userStatus: status,
    suspendedReason: suspended_reason,
    supportEmail: 'support@example.com',
    suspensionMessage: 'You can still manage your subscription and billing.',
    ...rest,
  }
}
/** Projects of others that cannot be used now. */
export const sampleUnavailable: UnavailableProject[] = [
  { id: 31, name: 'Newsletter', reason: 'archived_by_owner' as const, until: '2026-12-27T10:00:00.000Z' },
  { id: 32, name: 'Payments', reason: 'access_paused' as const, until: null },
].map((project) => ({
  ...project,
  user_role: 'write',
  owner_username: 'grace',
  owner_email: 'grace@example.com',
}))

export const sampleCompliance = (overrides: Partial<Compliance> = {}): Compliance => ({
  compliant: false,
  inGracePeriod: true,
  gracePeriodEnd: new Date(Date.now() + 12 * 86_400_000 - 3_600_000).toISOString(),
  action: 'archive_projects',
  maxProjects: 1,
  maxCollaborators: 2,
  pendingPlanName: 'Starter Plan',
  pendingPlanDisplayName: 'Free',
  archivedProjects: 0,
  projectCount: 3,
  collaboratorCount: 0,
  keep: [],
  toArchive: [8, 9],
  keepPeople: [],
  toPause: [],
  ...overrides,
})

export const sampleArchivedProject = (overrides: Partial<ArchivedProject> = {}): ArchivedProject => ({
  id: 8,
  name: 'Billing',
  description: 'Invoices',
  reason: 'grace_period_manual',
  archivedAt: time,
  expiresAt: new Date(Date.now() + 20 * 86_400_000 - 3_600_000).toISOString(),
  daysUntilExpiry: 20,
  restoreToken: '0'.repeat(32),
  upgradeRequired: false,
  ...overrides,
})

export const sampleArchive = (
  archivedProjects: ArchivedProject[],
  overrides: Partial<OutputOf<typeof listArchivedProjects>> = {},
): OutputOf<typeof listArchivedProjects> => ({
  archivedProjects,
  hiddenCount: 0,
  upgradeRequired: false,
  availableSlots: 1,
  currentPlan: 'Free',
  gracePeriodStatus: { inGracePeriod: false, daysRemaining: 0, gracePeriodEnd: null },
  showGracePeriodWarning: false,
  ...overrides,
})

const noLimit = { current: 3, max: -1, remaining: -1, unlimited: true, atLimit: false, nearLimit: false }

/** The status of a subscription without limits. */
export const sampleSubscriptionStatus = (
  overrides: Partial<OutputOf<typeof readSubscriptionStatus>> = {},
): OutputOf<typeof readSubscriptionStatus> => ({
  subscription: { planName: 'free' },
  needsUpgrade: false,
  upgradeSuggestions: [],
  limitStatus: { projects: noLimit, collaborators: noLimit, storage: noLimit },
  calls: sampleCalls(),
  payment: null,
  has_compliance: true,
  ...overrides,
})

/** Pro by the month, through Stripe. */
export const sampleSubscription = (changes: Partial<Subscription> = {}): Subscription => ({
  id: 7,
  plan: 'pro',
  plan_display_name: 'Pro',
  status: 'active',
  billing_interval: 'monthly',
  current_period_start: '2026-11-20T12:00:00.000Z',
  current_period_end: '2026-12-20T12:00:00.000Z',
  cancel_at: null,
  next: null,
  ended_at: null,
  next_payment_attempt: null,
  ends_unpaid_at: null,
  provider: 'stripe',
  test_mode: false,
  ...changes,
})
