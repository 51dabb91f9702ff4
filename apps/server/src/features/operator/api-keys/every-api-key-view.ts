import type { ListedApiKey } from '@envhold/contract/operator/api-keys.ts'
import { wireTime, wireTimeOrNull } from '../../../http/wire-time.ts'
import type { DescribedKey } from './every-api-key-store.ts'

/** A key as operators see it: without its secret, its preview and its environments. */
export const everyApiKeyView = (row: DescribedKey): ListedApiKey => ({
  id: row.id,
  key_name: row.key_name,
  is_active: row.is_active === 1,
  deactivated_at: wireTimeOrNull(row.deactivated_at),
  deactivated_reason: row.deactivated_reason,
  expires_at: wireTimeOrNull(row.expires_at),
  created_at: wireTime(row.created_at),
  updated_at: wireTime(row.updated_at),
  rate_limit_per_hour: row.limit_per_hour,
  permissions: JSON.parse(row.permissions),
  allowed_ips: JSON.parse(row.allowed_ips),
  projects: {
    id: row.project_id,
    name: row.project_name,
    users: { username: row.owner_username, email: row.owner_email },
  },
  creator: { username: row.creator_username ?? '', email: row.creator_email ?? '' },
})
