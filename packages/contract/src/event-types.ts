/** The category of an event on the activity pages. */
export const eventCategories = ['account', 'security_events', 'project_changes', 'team_changes'] as const
export type EventCategory = (typeof eventCategories)[number]

/** The recorded events, with their category on the activity pages. */
export const eventTypes = {
  account_created: 'account',
  account_updated: 'account',
  account_deleted: 'security_events',
  account_restored: 'security_events',
  email_verified: 'account',
  login: 'account',
  login_failed: 'security_events',
  logout: 'account',
  session_ended: 'security_events',
  password_changed: 'security_events',
  master_password_set: 'security_events',
  master_password_changed: 'security_events',
  master_password_recovered: 'security_events',
  master_password_locked: 'security_events',
  recovery_key_renewed: 'security_events',
  vault_unlocked: 'account',
  project_created: 'project_changes',
  project_updated: 'project_changes',
  project_deleted: 'project_changes',
  environment_created: 'project_changes',
  environment_updated: 'project_changes',
  environment_deleted: 'project_changes',
  environment_rekeyed: 'security_events',
  variable_created: 'project_changes',
  variable_updated: 'project_changes',
  variable_deleted: 'project_changes',
  variables_imported: 'project_changes',
  variables_restored: 'project_changes',
  variables_read: 'project_changes',
  user_invited: 'team_changes',
  invitation_accepted: 'team_changes',
  invitation_declined: 'team_changes',
  invitation_canceled: 'team_changes',
  invitation_expired: 'team_changes',
  collaborator_added: 'team_changes',
  user_role_changed: 'team_changes',
  user_removed: 'team_changes',
  user_left: 'team_changes',
  personal_token_created: 'security_events',
  personal_token_revoked: 'security_events',
  api_key_created: 'security_events',
  api_key_updated: 'security_events',
  api_key_deleted: 'security_events',
  api_key_used: 'security_events',
  activity_exported: 'security_events',
  unauthorized_access: 'security_events',
  rate_limit_exceeded: 'security_events',
  security_violation: 'security_events',
  database_restored: 'security_events',
} as const satisfies Record<string, EventCategory>
export type EventType = keyof typeof eventTypes

/** The names of some events in a project's activity. */
export const projectEventNames: Partial<Record<EventType, string>> = {
  user_invited: 'collaborator_invited',
  user_role_changed: 'collaborator_role_changed',
  user_removed: 'collaborator_removed',
  api_key_created: 'project_api_key_created',
  api_key_deleted: 'project_api_key_deleted',
}

export type Severity = 'low' | 'medium' | 'high'
