import { limits } from '@envhold/contract/limits.ts'
import type { PersonalToken } from '@envhold/contract/personal-tokens.ts'
import { wireTime, wireTimeOrNull } from '../../http/wire-time.ts'
import { type PersonalTokenRow, permissionsOfToken } from './personal-token-store.ts'

/** A token in its wire form, without its secret. */
export const personalTokenView = (row: PersonalTokenRow, now: number): PersonalToken => ({
  id: row.id,
  token_name: row.token_name,
  token_preview: row.preview,
  created_at: wireTime(row.created_at),
  last_used_at: wireTimeOrNull(row.last_used_at),
  expires_at: wireTimeOrNull(row.expires_at),
  is_expired: row.expires_at !== null && row.expires_at <= now,
  rate_limit_per_hour: limits.personalTokenCallsPerHour,
  permissions: permissionsOfToken(row),
})
