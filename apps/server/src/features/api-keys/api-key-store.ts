import { type Selectable, sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { keptQuery } from '../../db/kept-query.ts'
import { rowSeal } from '../../db/row-seal.ts'
import type { ApiKeysTable } from '../../db/tables.ts'
import type { Trx } from '../../db/transaction.ts'

type SealedFields =
  | 'id'
  | 'project_id'
  | 'creator_id'
  | 'auth_hash'
  | 'permissions'
  | 'environment_access'
  | 'allowed_ips'
  | 'expires_at'
  | 'is_active'

export const apiKeySeal = rowSeal<Pick<Selectable<ApiKeysTable>, SealedFields>>(
  'api_keys',
  ({ id }) => id,
  (key) => ({
    project_id: key.project_id,
    creator_id: key.creator_id,
    auth_hash: key.auth_hash,
    permissions: key.permissions,
    environment_access: key.environment_access,
    allowed_ips: key.allowed_ips,
    expires_at: key.expires_at,
    is_active: key.is_active,
  }),
)

/** What one call with a key needs to know of it, of its project, and of the owner's account and plan. */
const keyForCall = (db: Db, id: string) =>
  db
    .selectFrom('api_keys')
    .innerJoin('projects', 'projects.id', 'api_keys.project_id')
    .innerJoin('users', 'users.id', 'projects.owner_id')
    .innerJoin('plans', 'plans.name', 'users.plan')
    .selectAll('api_keys')
    .select([
      'projects.name as project_name',
      'projects.owner_id',
      'projects.deleted_at as project_deleted_at',
      'projects.mac as project_mac',
      'users.email_canonical',
      'users.password_hash',
      'users.role',
      'users.status',
      'users.plan',
      'users.mac as owner_mac',
      'plans.api_rate_limit_per_hour',
      'plans.api_rate_limit_per_day',
      'plans.api_features',
    ])
    .where('api_keys.id', '=', id)

const findKey = keptQuery((db) => keyForCall(db, ''))

export type KeyForCall = Awaited<ReturnType<typeof findKey>>[number]

export async function findKeyForCall(db: Db, id: string): Promise<KeyForCall | undefined> {
  const [key] = await findKey(db, [id])
  return key
}

export async function markApiKeyUsed(trx: Trx, id: string, calls: number, at: number): Promise<void> {
  await trx
    .updateTable('api_keys')
    .set({ usage_count: sql`usage_count + ${calls}`, last_used_at: at })
    .where('id', '=', id)
    .execute()
}
