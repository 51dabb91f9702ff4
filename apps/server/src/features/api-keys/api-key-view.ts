import type { ApiKey } from '@envhold/contract/api-keys.ts'
import type { ApiKeyWithCreator } from './api-key-store.ts'

const timeOf = (at: number | null) => (at === null ? null : new Date(at).toISOString())

/** A key as the wire has it, without its secret. */
export const apiKeyView = (row: ApiKeyWithCreator, limitPerHour: number): ApiKey => ({
  id: row.id,
  key_name: row.key_name,
  api_key_preview: row.preview,
  permissions: JSON.parse(row.permissions),
  environment_access: row.environment_access === null ? null : JSON.parse(row.environment_access),
  allowed_ips: JSON.parse(row.allowed_ips),
  expires_at: timeOf(row.expires_at),
  is_active: row.is_active === 1,
  usage_count: row.usage_count,
  last_used_at: timeOf(row.last_used_at),
  created_at: new Date(row.created_at).toISOString(),
  rate_limit_per_hour: limitPerHour,
  creator: { username: row.creator_username ?? '', email: row.creator_email ?? '' },
})
