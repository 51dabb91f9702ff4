import type { ApiKey } from '@envhold/contract/api-keys.ts'
import { notFound } from '../../app-error.ts'
import type { DbContext } from '../../context.ts'
import type { UserCaller } from '../../http/caller.ts'
import { wireTime, wireTimeOrNull } from '../../http/responses/wire-time.ts'
import { requireProject } from '../projects/project-access.ts'
import {
  type ApiKeyWithCreator,
  environmentsOfKey,
  findApiKey,
  ipAddressesOfKey,
  permissionsOfKey,
} from './api-key-store.ts'

/**
 * Returns one API key of a project that the caller owns.
 * @throws AppError NOT_FOUND, FORBIDDEN
 */
export async function requireApiKey(
  ctx: DbContext<'secrets' | 'clock'>,
  caller: UserCaller,
  { id, keyId }: { readonly id: number; readonly keyId: string },
): Promise<ApiKeyWithCreator> {
  await requireProject(ctx, caller, id, 'read as owner')
  const key = await findApiKey(ctx, id, keyId)
  if (!key) throw notFound('API key not found')
  return key
}

/**
 * A key in its wire form, without its secret.
 * @param existing the environments of its project: those that were deleted are not listed
 */
export const apiKeyView = (
  row: ApiKeyWithCreator,
  limitPerHour: number,
  existing: readonly number[],
): ApiKey => ({
  id: row.id,
  key_name: row.key_name,
  api_key_preview: row.preview,
  permissions: permissionsOfKey(row),
  environment_access: environmentsOfKey(row)?.filter((id) => existing.includes(Number(id))) ?? null,
  allowed_ips: ipAddressesOfKey(row),
  expires_at: wireTimeOrNull(row.expires_at),
  is_active: row.is_active === 1,
  deactivated_at: wireTimeOrNull(row.deactivated_at),
  deactivated_reason: row.deactivated_reason,
  usage_count: row.total ?? 0,
  last_used_at: wireTimeOrNull(row.last_used_at),
  created_at: wireTime(row.created_at),
  rate_limit_per_hour: limitPerHour,
  creator: { username: row.creator_username ?? '', email: row.creator_email ?? '' },
})
