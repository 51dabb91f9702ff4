import {
  categoryOf,
  type EventType,
  eventLabel,
  isEventType,
} from '@envhold/contract/activity/event-types.ts'
import type { AuditCall, AuditEvent } from '@envhold/contract/operator/audit.ts'
import type { Db } from '../../../db/connect.ts'
import { wireTime } from '../../../http/responses/wire-time.ts'
import { namesOfKeys } from '../../api-keys/api-key-store.ts'
import { type RecordedUsage, toMs } from '../../audit-log/recorded-usage.ts'
import { namesOfUsers } from '../../users/user-store.ts'
import type { StoredEvent } from './instance-list-store.ts'
import { namesOfEnvironments, namesOfProjects } from './instance-store.ts'

/** The different ids of rows, without those that are missing. */
export const idsOf = <Entry>(entries: readonly Entry[], idOf: (entry: Entry) => number | null): number[] => [
  ...new Set(entries.flatMap((entry) => idOf(entry) ?? [])),
]

/** An id with its name. */
const namedAs = (id: number | null, names: ReadonlyMap<number, string>) =>
  id === null ? null : { id, name: names.get(id) ?? null }

/** Entries of activity as operators see them: with current names, and without names of variables. */
export async function showActivity(db: Db, entries: readonly StoredEvent[]): Promise<AuditEvent[]> {
  const users = await namesOfUsers(
    db,
    idsOf(entries, ({ user_id }) => user_id),
  )
  const projects = await namesOfProjects(
    db,
    idsOf(entries, ({ project_id }) => project_id),
  )
  const environments = await namesOfEnvironments(
    db,
    idsOf(entries, ({ environment_id }) => environment_id),
  )
  return entries.map((entry) => ({
    id: entry.sequence,
    event_type: entry.event_type,
    category: categoryOf(entry.event_type),
    severity: entry.severity,
    description: shownDescription(entry.event_type, entry.description),
    created_at: wireTime(entry.at),
    user:
      entry.user_id === null
        ? null
        : { id: entry.user_id, username: null, email: null, ...users.get(entry.user_id) },
    token_id: entry.token_id,
    project: namedAs(entry.project_id, projects),
    environment: namedAs(entry.environment_id, environments),
    ip_address: entry.ip,
    request_id: entry.request_id,
    chain: entry.chain,
    position: entry.position,
  }))
}

/**
 * Whether operators read the stored text of an event. They see no name of a variable, and nothing that a caller may
 * have typed by mistake, such as a value in place of a name: of these events they read the name alone. Everything else
 * that texts contain, operators may see anyway: names of accounts, projects, environments, keys, plans and roles.
 */
const isTextShown = {
  account_created: true,
  account_updated: true,
  account_deleted: true,
  account_restored: true,
  email_verified: true,
  login: true,
  login_failed: true,
  logout: true,
  session_ended: true,
  password_changed: true,
  mfa_enabled: true,
  mfa_disabled: true,
  mfa_failed: true,
  recovery_code_used: true,
  recovery_codes_renewed: true,
  step_up_failed: true,
  master_password_set: true,
  master_password_changed: true,
  master_password_recovered: true,
  master_password_locked: true,
  recovery_key_renewed: true,
  passkey_added: true,
  passkey_removed: true,
  passkey_unlock_set: true,
  passkey_used: true,
  counter_regression: true,
  vault_unlocked: true,
  project_created: true,
  project_updated: true,
  project_deleted: true,
  project_transfer_started: true,
  project_transfer_ended: true,
  project_transferred: true,
  environment_created: true,
  environment_updated: true,
  environment_deleted: true,
  environment_rekeyed: true,
  variable_created: false,
  variable_updated: false,
  variable_deleted: false,
  variables_imported: false,
  variables_restored: false,
  variables_read: false,
  user_invited: true,
  invitation_accepted: true,
  invitation_declined: true,
  invitation_canceled: true,
  invitation_expired: true,
  collaborator_added: true,
  user_role_changed: true,
  user_removed: true,
  user_left: true,
  personal_token_created: true,
  personal_token_revoked: true,
  api_key_created: true,
  api_key_updated: true,
  api_key_deleted: true,
  api_key_deactivated: true,
  account_viewed: true,
  api_key_viewed: true,
  api_key_used: true,
  activity_exported: true,
  environment_exported: false,
  unauthorized_access: false,
  rate_limit_exceeded: true,
  security_violation: true,
  database_restored: true,
  changes_undone: false,
  revocations_dismissed: true,
  subscription_started: true,
  subscription_renewed: true,
  subscription_changed: true,
  subscription_canceled: true,
  subscription_resumed: true,
  subscription_ended: true,
  payment_failed: true,
  payment_recovered: true,
  payment_refunded: true,
  payment_disputed: true,
  payment_settings_changed: true,
  plan_changed: true,
  diagnostics_read: true,
  grace_started: true,
  grace_reminder: true,
  grace_cleared: true,
  downgrade_completed: true,
  downgrade_final: true,
  projects_restored: true,
  project_archived: true,
  project_restored: true,
  archived_project_deleted: true,
  downgrade_brake_released: true,
  oidc_linked: true,
  oidc_unlinked: true,
  sign_in_provider_changed: true,
  account_suspended: true,
  account_unsuspended: true,
  account_approved: true,
  account_grace_extended: true,
  operator_acted: true,
  password_reset_requested: true,
  password_reset_done: true,
  email_change_requested: true,
  email_change_done: true,
  email_change_undone: true,
  not_me_reported: true,
  delayed_change_started: true,
  delayed_change_stopped: true,
  delayed_change_done: true,
  role_created: true,
  role_updated: true,
  role_deleted: true,
  role_assigned: true,
  operator_job_started: true,
  operator_job_stopped: true,
  operator_job_resumed: true,
  operator_job_applied: true,
  announcement_changed: true,
  sign_ups_changed: true,
  operator_factor_changed: true,
  passkey_unlock_removed: true,
  backup_started: true,
  backup_deleted: true,
  backup_verification_started: true,
} as const satisfies Record<EventType, boolean>

/** What operators read of an event: its text, or its name. */
const shownDescription = (type: string, description: string): string =>
  isEventType(type) && isTextShown[type] ? description : eventLabel(type)

/** A name that no environment has is any text of the caller's, so it is not shown. */
export const calledPath = ({ endpoint, projectId, environmentId, environmentName }: RecordedUsage): string =>
  endpoint
    .replace('{projectId}', String(projectId))
    .replace('{environment}', (placeholder) =>
      environmentId === null ? placeholder : encodeURIComponent(environmentName),
    )
    .slice(0, 300)

/** Calls as operators see them, with the current names of projects and keys. */
export async function showUsage(db: Db, calls: readonly RecordedUsage[]): Promise<AuditCall[]> {
  const projects = await namesOfProjects(
    db,
    idsOf(calls, ({ projectId }) => projectId),
  )
  const keys = await namesOfKeys(db, [...new Set(calls.map(({ keyId }) => keyId))])
  return calls.map((call) => ({
    id: `usage/${call.projectId}:${call.sequence}`,
    http_method: call.method,
    endpoint: calledPath(call),
    status_code: call.status,
    created_at: wireTime(call.at),
    project: { id: call.projectId, name: projects.get(call.projectId) ?? null },
    environment: call.environmentId === null ? null : { id: call.environmentId, name: call.environmentName },
    api_key: { id: call.keyId, name: keys.get(call.keyId) ?? null },
    variables_count: call.variables,
    request_duration_ms: toMs(call.durationUs),
    ip_address: call.ip || null,
    request_id: call.requestId,
    calls: call.calls,
    chain: `usage/${call.projectId}`,
    position: call.sequence,
  }))
}
