import type { Generated } from 'kysely'
import type {
  DeviceLoginsTable,
  DevicesTable,
  EmailTokensTable,
  FailureWaitsTable,
  PersonalTokensTable,
  SessionsTable,
  UserKeysTable,
  UsersTable,
} from './account-tables.ts'
import type { AccountPhasesTable, ArchivedProjectsTable, MailReceiptsTable } from './archive-tables.ts'
import type { ContactMessagesTable } from './contact-table.ts'
import type {
  DelayedChangesTable,
  EmailChangesTable,
  MfaTicketsTable,
  OidcIdentitiesTable,
  OidcRequestsTable,
  PasskeysTable,
  PasskeyUnlocksTable,
  RecoveryCodesTable,
  SignInSettingsTable,
  TotpFactorsTable,
  WebauthnChallengesTable,
} from './factor-tables.ts'
import type { IdempotencyKeysTable } from './idempotency-keys-table.ts'
import type {
  ActivityHeadsTable,
  ActivityRollupsTable,
  ActivityTable,
  AuditRootsTable,
  ErasuresTable,
  KeyCountersTable,
  RejectedCallsTable,
  RootPointsTable,
  UsageHeadsTable,
  UsageHoursTable,
  UsageMarksTable,
  UsagePacksTable,
  UsageRollupsTable,
  UsageTotalsTable,
} from './log-tables.ts'
import type {
  BackupsTable,
  InstanceSettingsTable,
  NodesTable,
  OperatorActsTable,
  OperatorJobsTable,
  TaskRunsTable,
} from './operator-tables.ts'
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
import type {
  ApiKeysTable,
  DueDaysTable,
  EnvironmentEpochsTable,
  EnvironmentsTable,
  EnvironmentVersionsTable,
  FormerEnvironmentNamesTable,
  InvitationsTable,
  MembershipsTable,
  ProjectsTable,
} from './project-tables.ts'
import type { RevocationsTable } from './revocations-table.ts'

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
  former_environment_names: FormerEnvironmentNamesTable
  environment_epochs: EnvironmentEpochsTable
  environment_versions: EnvironmentVersionsTable
  due_days: DueDaysTable
  api_keys: ApiKeysTable
  personal_tokens: PersonalTokensTable
  device_logins: DeviceLoginsTable
  memberships: MembershipsTable
  invitations: InvitationsTable
  mailed_tokens: EmailTokensTable
  totp_factors: TotpFactorsTable
  recovery_codes: RecoveryCodesTable
  mfa_tickets: MfaTicketsTable
  passkeys: PasskeysTable
  passkey_unlocks: PasskeyUnlocksTable
  webauthn_challenges: WebauthnChallengesTable
  email_changes: EmailChangesTable
  delayed_changes: DelayedChangesTable
  oidc_identities: OidcIdentitiesTable
  oidc_requests: OidcRequestsTable
  sign_in_settings: SignInSettingsTable
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
  erasures: ErasuresTable
  revocations: RevocationsTable
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
  usage_totals: UsageTotalsTable
  payment_settings: PaymentSettingsTable
  plan_prices: PlanPricesTable
  checkouts: CheckoutsTable
  subscriptions: SubscriptionsTable
  invoices: InvoicesTable
  dunning: DunningTable
  webhook_events: WebhookEventsTable
  contact_messages: ContactMessagesTable
  operator_acts: OperatorActsTable
  operator_jobs: OperatorJobsTable
  task_runs: TaskRunsTable
  backups: BackupsTable
  nodes: NodesTable
  instance_settings: InstanceSettingsTable
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
  max_stored_bytes: Generated<number>
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
  /** Why the last attempt failed: codes of the mail server, without its words. */
  failure: Generated<string | null>
  mac: Uint8Array
}
