import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import * as field from './fields.ts'

export const readActivityHead = endpoint({
  name: 'readActivityHead',
  tag: 'Activity',
  summary:
    'The newest link of the audit chain. Remember it: a head that goes back, or changes in place, shows a rewritten log.',
  method: 'GET',
  path: '/activity/head',
  audience: 'user',
  permission: 'read_projects',
  query: z.object({
    /** Also answer the link at this earlier sequence, to compare with what was remembered. */
    at: z.coerce.number<string | number>().int().positive().optional(),
  }),
  output: z.object({
    head: z.object({ sequence: field.count, mac: z.string().max(66), created_at: field.time.nullable() }),
    remembered: z.object({ sequence: field.count, mac: z.string().max(66) }).nullable(),
  }),
  success: 200,
  errors: ['VALIDATION_FAILED', 'UNAUTHENTICATED'],
})

/** What is written down, and where the activity pages file it. */
export const eventTypes = {
  account_created: 'account',
  login: 'account',
  login_failed: 'security_events',
  logout: 'account',
  password_changed: 'security_events',
  master_password_set: 'security_events',
  master_password_changed: 'security_events',
  master_password_recovered: 'security_events',
  master_password_locked: 'security_events',
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
  personal_token_created: 'security_events',
  personal_token_revoked: 'security_events',
  api_key_created: 'security_events',
  api_key_updated: 'security_events',
  api_key_deleted: 'security_events',
  api_key_used: 'security_events',
  unauthorized_access: 'security_events',
  rate_limit_exceeded: 'security_events',
  security_violation: 'security_events',
} as const
export type EventType = keyof typeof eventTypes
export type Severity = 'low' | 'medium' | 'high'
