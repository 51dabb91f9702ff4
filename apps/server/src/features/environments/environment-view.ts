import type { Environment } from '@envhold/contract/environments.ts'
import type { EnvironmentRow } from './environment-store.ts'

/** An environment as the wire has it. */
export const environmentView = (row: EnvironmentRow): Environment => ({
  id: row.id,
  project_id: row.project_id,
  name: row.name,
  version: row.version,
  variable_count: row.variable_count,
  created_at: new Date(row.created_at).toISOString(),
  updated_at: new Date(row.updated_at).toISOString(),
  rekey_pending: row.rekey_pending === 1,
})
