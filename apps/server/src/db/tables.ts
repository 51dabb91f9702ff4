import type { Generated } from 'kysely'
import type { AccountPhasesTable, ArchivedProjectsTable, MailReceiptsTable } from './archive-tables.ts'
import type { IdempotencyKeysTable } from './idempotency-keys-table.ts'
import type {
  ActivityHeadsTable,
  ActivityRollupsTable,
  ActivityTable,
  AuditRootsTable,
  KeyCountersTable,
  RejectedCallsTable,
  RootPointsTable,
  UsageHeadsTable,
  UsageHoursTable,
  UsageMarksTable,
  UsagePacksTable,
  UsageRollupsTable,
} from './log-tables.ts'
import type {
  CheckoutsTable,
  DunningTable,
  InvoicesTable,
  PaymentSettingsTable,
  PlanPricesTable,
  SandboxCheckoutsTable,
  SandboxInvoicesTable,
  SandboxSubscriptionsTable,
  SubscriptionsTable,
  WebhookEventsTable,
} from './payment-tables.ts'

/**
 * The tables, as both engines return them. Times are milliseconds since 1970 UTC, flags are 0 or 1, lists are JSON
 * text, keys and sealed bytes are `Uint8Array`. `mac` authenticates a row that determines permissions: see row-mac.ts.
 */
export interface Tables {
  instance: { key: string; value: string }
  leases: { name: string; holder: string; until: number }
  plans: PlansTable
  roles: RolesTable
  users: UsersTable
  sessions: SessionsTable
  attempts: { kind: string; identity: string; window_start: number; count: number }
  idempotency_keys: IdempotencyKeysTable
  user_keys: UserKeysTable
  principals: PrincipalsTable
  grants: GrantsTable
  projects: ProjectsTable
  environments: EnvironmentsTable
  /** `names` of the newest version's variables: a JSON array in ascending order. */
  environment_names: { environment_id: number; names: string }
  environment_epochs: EnvironmentEpochsTable
  environment_versions: EnvironmentVersionsTable
  api_keys: ApiKeysTable
  personal_tokens: PersonalTokensTable
  memberships: MembershipsTable
  invitations: InvitationsTable
  mailed_tokens: EmailTokensTable
  failure_waits: FailureWaitsTable
  devices: DevicesTable
  mail_queue: MailQueueTable
  mail_receipts: MailReceiptsTable
  account_phases: AccountPhasesTable
  archived_projects: ArchivedProjectsTable
  rate_windows: { principal: string; window: string; window_start: number; count: number }
  rejected_calls: RejectedCallsTable
  key_counters: KeyCountersTable
  activity: ActivityTable
  activity_heads: ActivityHeadsTable
  usage_packs: UsagePacksTable
  usage_heads: UsageHeadsTable
  usage_marks: UsageMarksTable
  audit_roots: AuditRootsTable
  root_points: RootPointsTable
  /** `mac` is null while the chain is empty. */
  chain_heads: { chain: string; sequence: number; mac: Uint8Array | null }
  /** How many blocks of a chain are rolled up, and how often rolled-up ones have lost entries since. */
  tally_marks: { chain: string; blocks: number; generation: number }
  activity_tallies: ActivityRollupsTable
  usage_tallies: UsageRollupsTable
  usage_hours: UsageHoursTable
  payment_settings: PaymentSettingsTable
  plan_prices: PlanPricesTable
  checkouts: CheckoutsTable
  subscriptions: SubscriptionsTable
  invoices: InvoicesTable
  dunning: DunningTable
  webhook_events: WebhookEventsTable
  sandbox_checkouts: SandboxCheckoutsTable
  sandbox_subscriptions: SandboxSubscriptionsTable
  sandbox_invoices: SandboxInvoicesTable
}

export interface PlansTable {
  id: Generated<number>
  name: string
  display_name: string
  description: string
  price_monthly: number
  price_yearly: number | null
  max_projects: number
  max_collaborators: number
  api_rate_limit_per_hour: number
  api_rate_limit_per_day: number
  api_features: string
  is_active: number
  mac: Generated<Uint8Array>
}

export interface RolesTable {
  id: Generated<number>
  name: string
  display_name: string
  description: string
  /** A JSON array in ascending order. */
  permissions: string
  /** Every instance has it, and nobody can change it. */
  is_system: number
  created_at: number
  updated_at: number
  mac: Uint8Array
}

export interface UsersTable {
  id: Generated<number>
  email: string
  /** Lower case and NFC: the form in which addresses are compared and rate-limited. */
  email_canonical: string
  username: string
  username_canonical: string
  first_name: string | null
  last_name: string | null
  /** Empty for an account without a password. */
  password_hash: string
  /** The name of a row of `roles`. */
  role: string
  status: 'ACTIVE' | 'INACTIVE' | 'PENDING' | 'SUSPENDED'
  suspended_reason: string | null
  plan: string
  /** When the address was verified; null until then. */
  email_verified_at: number | null
  /** When the owner deleted an INACTIVE account. Signing in restores it during the restore window. */
  deleted_at: number | null
  created_at: number
  updated_at: number
  mac: Uint8Array
}

export interface SessionsTable {
  id: string
  auth_hash: Uint8Array
  user_id: number
  created_at: number
  last_seen_at: number
  expires_at: number
  ip: string
  user_agent: string
  /** When the user proved who they are after the session began; null: by starting it. */
  verified_at: number | null
  mac: Uint8Array
}

export interface UserKeysTable {
  user_id: number
  key_version: number
  public_key: Uint8Array
  sealed: Uint8Array
  sealed_recovery: Uint8Array
  created_at: number
  updated_at: number
  mac: Uint8Array
}

/** Principals that a grant can be sealed to. `id` is a user's id as text, or that of a token, API key or link. */
export interface PrincipalsTable {
  kind: 'user' | 'api-key' | 'personal-token' | 'invitation'
  id: string
  user_id: number
  project_id: number | null
  /** Is granted the key of every environment of its project (API key) or of its user (token), including later ones. */
  all_environments: number
  /** Has lost its access, and stays in the rosters until the environments that it could open are re-keyed. */
  revoked: number
  public_key: Uint8Array
  mac: Uint8Array
}

export interface GrantsTable {
  environment_id: number
  kind: PrincipalsTable['kind']
  principal: string
  epoch: number
  /** After a revocation, only what the roster needs to know about the holder until the re-key (grant-store.ts). */
  sealed: Uint8Array
  created_at: number
  mac: Uint8Array
}

export interface ProjectsTable {
  id: Generated<number>
  owner_id: number
  name: string
  description: string | null
  created_at: number
  updated_at: number
  /** When it left its owner's projects: deleted or, with a row in `archived_projects`, archived. */
  removed_at: number | null
  mac: Uint8Array
}

/** The head of an environment's history. */
export interface EnvironmentsTable {
  id: Generated<number>
  project_id: number
  name: string
  name_canonical: string
  version: number
  epoch: number
  variable_count: number
  rekey_pending: number
  /** Earlier versions were deleted because the history became too large. */
  oldest_version: Generated<number>
  /** SHA-256 of `environment_names.names`; null until the first write after migration 0009. */
  names_hash: Uint8Array | null
  created_at: number
  updated_at: number
  mac: Uint8Array
}

export interface EnvironmentEpochsTable {
  environment_id: number
  epoch: number
  key_id: Uint8Array
  /** The key of the previous epoch, sealed under this one; null at epoch 1. */
  previous_key: Uint8Array | null
  roster_mac: Uint8Array
  link_mac: Uint8Array | null
  /** SHA-256 of the roster, which both MACs cover; null for epochs written before this column existed. */
  roster_hash: Uint8Array | null
  created_at: number
  mac: Uint8Array
}

export interface EnvironmentVersionsTable {
  environment_id: number
  version: number
  epoch: number
  sealed: Uint8Array
  bytes: number
  variable_count: number
  author_id: number
  author_token: string | null
  added: string
  changed: string
  removed: string
  created_at: number
}

export interface ApiKeysTable {
  id: string
  project_id: number
  creator_id: number
  key_name: string
  preview: string
  auth_hash: Uint8Array
  permissions: string
  environment_access: string | null
  allowed_ips: string
  expires_at: number | null
  is_active: number
  /** When its owner was mailed that it expires soon. */
  expiry_told_at: number | null
  created_at: number
  updated_at: number
  mac: Uint8Array
}

/** How often a key was used; no row before its first use. */
export interface PersonalTokensTable {
  id: string
  user_id: number
  token_name: string
  preview: string
  auth_hash: Uint8Array
  permissions: string
  expires_at: number | null
  created_at: number
  last_used_at: number | null
  mac: Uint8Array
}

/** A collaborator's membership in a project. */
export interface MembershipsTable {
  project_id: number
  user_id: number
  role: 'read' | 'write'
  /** The ids of the environments that are shared, sorted. */
  environments: string
  /** The collaborator joined without the mailed link: no keys are sealed to them yet. */
  keys_pending: number
  /** Since when the access rests, because the owner's plan does not allow as many people. */
  held_at: number | null
  invited_at: number
  accepted_at: number
  mac: Uint8Array
}

/** An open invitation. The row is deleted when it is answered, canceled or expired. */
export interface InvitationsTable {
  id: Generated<number>
  /** The opaque handle that the invitee answers with. */
  token: string
  project_id: number
  inviter_id: number
  email: string
  email_canonical: string
  role: 'read' | 'write'
  environments: string
  /** The user to whom the keys are sealed already, inactive until accepted; null: to the mailed link. */
  sealed_to: number | null
  /** The id and the SHA-256 of the authenticator of the link's secret; null without a link. */
  link_id: string | null
  link_hash: Uint8Array | null
  /** The inviter was shown the link, because there was no mail server: it does not prove an address. */
  handed_over: Generated<number>
  /** As in `memberships`: nobody can accept it for now. */
  held_at: number | null
  created_at: number
  expires_at: number
  mac: Uint8Array
}

/** What a mailed link proves: the owner of the account reads mail at the address. Used once. */
export interface EmailTokensTable {
  id: string
  kind: 'verify-email'
  user_id: number
  email_canonical: string
  auth_hash: Uint8Array
  created_at: number
  expires_at: number
  mac: Uint8Array
}

/** Consecutive failures, and until when the next attempt has to wait for them. */
export interface FailureWaitsTable {
  kind: string
  identity: string
  failures: number
  last_failure_at: number
  blocked_until: number
}

/** A browser or program that has signed in to an account. */
export interface DevicesTable {
  user_id: number
  id: string
  /** A hash of the user agent, without version numbers. */
  program: string
  /** The issue time of its device token; null if it has no valid one. */
  token_issued_at: number | null
  first_seen_at: number
  last_seen_at: number
}

/** A queued message: a template's name and its values, never a secret. */
export interface MailQueueTable {
  id: Generated<number>
  template: string
  recipient: string
  variables: string
  /** 1: when it is sent, `mail_receipts` says so. */
  receipt: Generated<number>
  attempts: number
  next_attempt_at: number
  created_at: number
  mac: Uint8Array
}
