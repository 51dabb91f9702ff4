import type { AuditCall, AuditEvent } from '@envhold/contract/operator/audit.ts'
import type { Columns } from '../../activity/write-export.ts'

export const eventColumns: Columns<AuditEvent> = {
  id: ({ id }) => id,
  created_at: ({ created_at }) => created_at,
  event_type: ({ event_type }) => event_type,
  category: ({ category }) => category,
  severity: ({ severity }) => severity,
  description: ({ description }) => description,
  user_id: ({ user }) => user?.id ?? null,
  username: ({ user }) => user?.username ?? null,
  user_email: ({ user }) => user?.email ?? null,
  token_id: ({ token_id }) => token_id,
  project_id: ({ project }) => project?.id ?? null,
  project_name: ({ project }) => project?.name ?? null,
  environment_id: ({ environment }) => environment?.id ?? null,
  environment_name: ({ environment }) => environment?.name ?? null,
  ip_address: ({ ip_address }) => ip_address,
  request_id: ({ request_id }) => request_id,
  chain: ({ chain }) => chain,
  position: ({ position }) => position,
}

export const callColumns: Columns<AuditCall> = {
  id: ({ id }) => id,
  created_at: ({ created_at }) => created_at,
  http_method: ({ http_method }) => http_method,
  endpoint: ({ endpoint }) => endpoint,
  status_code: ({ status_code }) => status_code,
  project_id: ({ project }) => project.id,
  project_name: ({ project }) => project.name,
  environment_id: ({ environment }) => environment?.id ?? null,
  environment_name: ({ environment }) => environment?.name ?? null,
  api_key_id: ({ api_key }) => api_key.id,
  api_key_name: ({ api_key }) => api_key.name,
  variables_count: ({ variables_count }) => variables_count,
  request_duration_ms: ({ request_duration_ms }) => request_duration_ms,
  ip_address: ({ ip_address }) => ip_address,
  request_id: ({ request_id }) => request_id,
  calls: ({ calls }) => calls,
  chain: ({ chain }) => chain,
  position: ({ position }) => position,
}
