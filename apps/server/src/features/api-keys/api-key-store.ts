import { apiKeyPermissionNames } from '@envhold/contract/permissions.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { DbContext, TrxContext } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import { idList } from '../../db/json-rows.ts'
import { parseStored, storedTexts } from '../../db/parse-stored.ts'
import { preparedQuery } from '../../db/prepared-query.ts'
import { apiKeys } from '../../db/schema/projects.ts'
import { tableRows } from '../../db/table-rows.ts'
import type { Row } from '../../db/tables.ts'
import type { Trx } from '../../db/transaction.ts'
import { isLive } from '../keyring/grant-store.ts'
import { planMacColumns } from '../plans/plan-store.ts'
import { userMacColumns } from '../users/user-store.ts'

export const apiKeyMac = apiKeys.mac

/** Everything that one call needs to know about a key, its project, and the owner's account and plan. */
const keyForCall = (db: Db, id: string) =>
  db
    .selectFrom('api_keys')
    .innerJoin('projects', 'projects.id', 'api_keys.project_id')
    .innerJoin('users', 'users.id', 'projects.owner_id')
    .innerJoin('plans', 'plans.name', 'users.plan')
    .leftJoin('key_counters', 'key_counters.counter', 'api_keys.id')
    .selectAll('api_keys')
    .select([
      'key_counters.last_used_at',
      'projects.name as project_name',
      'projects.owner_id',
      'projects.removed_at as project_removed_at',
      'projects.mac as project_mac',
      'users.username as owner_username',
      'plans.display_name as plan_display_name',
      ...userMacColumns,
      ...planMacColumns,
    ])
    .where('api_keys.id', '=', id)

const findKey = preparedQuery((db) => keyForCall(db, ''))

export type KeyForCall = Awaited<ReturnType<typeof findKey>>[number]

export async function findKeyForCall(db: Db, id: string): Promise<KeyForCall | undefined> {
  const [key] = await findKey(db, [id])
  return key
}

export type ApiKeyRow = Row<'api_keys'>

const rows = tableRows('api_keys')

const withCreator = (db: Db) =>
  db
    .selectFrom('api_keys')
    .leftJoin('users', 'users.id', 'api_keys.creator_id')
    .leftJoin('key_counters', 'key_counters.counter', 'api_keys.id')
    .selectAll('api_keys')
    .select([
      'users.username as creator_username',
      'users.email as creator_email',
      'key_counters.total',
      'key_counters.last_used_at',
    ])

export type ApiKeyWithCreator = Awaited<ReturnType<typeof listApiKeyRows>>[number]

export const listApiKeyRows = (db: Db, projectId: number) =>
  withCreator(db)
    .where('api_keys.project_id', '=', projectId)
    .orderBy('api_keys.created_at', 'desc')
    .orderBy('api_keys.id')
    .execute()

export async function findApiKey(
  { db, secrets }: DbContext<'secrets'>,
  projectId: number,
  id: string,
): Promise<ApiKeyWithCreator | undefined> {
  const row = await withCreator(db)
    .where('api_keys.project_id', '=', projectId)
    .where('api_keys.id', '=', id)
    .executeTakeFirst()
  if (row) apiKeyMac.check(secrets, row)
  return row
}

type NewApiKey = Omit<
  ApiKeyRow,
  'created_at' | 'updated_at' | 'deactivated_at' | 'deactivated_reason' | 'mac'
>

const notDeactivated = { deactivated_at: null, deactivated_reason: null }

export async function insertApiKey(
  { db, secrets, clock }: TrxContext<'secrets' | 'clock'>,
  key: NewApiKey,
): Promise<void> {
  const now = clock()
  const times = { created_at: now, updated_at: now }
  await db
    .insertInto('api_keys')
    .values({ ...key, ...times, mac: apiKeyMac.of(secrets, { ...key, ...notDeactivated }) })
    .execute()
}

type Change = Partial<
  Pick<
    ApiKeyRow,
    | 'key_name'
    | 'permissions'
    | 'environment_access'
    | 'allowed_ips'
    | 'expires_at'
    | 'is_active'
    | 'deactivated_at'
    | 'deactivated_reason'
  >
>

export async function changeApiKey(
  { db, secrets, clock }: TrxContext<'secrets' | 'clock'>,
  key: Omit<ApiKeyRow, 'mac'>,
  change: Change,
): Promise<void> {
  const changed = { ...key, ...change }
  await db
    .updateTable('api_keys')
    .set({
      ...change,
      // The owner has not been mailed about a new expiry yet.
      ...(changed.expires_at !== key.expires_at && { expiry_told_at: null }),
      updated_at: clock(),
      mac: apiKeyMac.of(secrets, changed),
    })
    .where('id', '=', key.id)
    .execute()
}

export const deleteApiKeyRow = (db: Trx, id: string) => rows.remove({ db }, { id })

/** The names of some keys. */
export async function namesOfKeys(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('api_keys').select(['id', 'key_name']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, key_name }) => [id, key_name]))
}

/** The names of all keys of some projects. */
export async function namesOfKeysIn(
  { db, engine }: DbContext<'engine'>,
  projectIds: readonly number[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('api_keys')
    .select(['id', 'key_name'])
    .where('project_id', 'in', idList(engine, projectIds))
    .execute()
  return new Map(rows.map(({ id, key_name }) => [id, key_name]))
}

/** Which of these keys exist. */
export async function existingKeys(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db.selectFrom('api_keys').select('id').where('id', 'in', ids).execute()
  return new Set(rows.map(({ id }) => id))
}

type StoredKey = Row<'api_keys'>
const names = z.array(z.enum(apiKeyPermissionNames))

export const permissionsOfKey = ({ permissions }: Pick<StoredKey, 'permissions'>) =>
  parseStored(names, permissions)

/** The ids of the environments that a key may open, as text; null: all. */
export const environmentsOfKey = ({ environment_access: text }: Pick<StoredKey, 'environment_access'>) =>
  text === null ? null : parseStored(storedTexts, text)

/** An empty list allows every address. */
export const ipAddressesOfKey = ({ allowed_ips }: Pick<StoredKey, 'allowed_ips'>) =>
  parseStored(storedTexts, allowed_ips)

const atOnce = 500

/** Keys that operators deactivated and that could still open something. */
export const listDeactivatedWithGrants = (db: Db) =>
  db
    .selectFrom('api_keys')
    .innerJoin('projects', 'projects.id', 'api_keys.project_id')
    .select(['api_keys.id', 'api_keys.project_id', 'projects.owner_id'])
    .where('api_keys.deactivated_at', 'is not', null)
    .where('api_keys.id', 'in', (eb) =>
      eb.selectFrom('grants').select('grants.principal').where('grants.kind', '=', 'api-key').where(isLive),
    )
    .limit(atOnce)
    .execute()

/** Live keys that expire within `noticeMs`, were created for longer, and whose owner was not mailed yet. */
export const listExpiringApiKeys = (db: Db, now: number, noticeMs: number) =>
  db
    .selectFrom('api_keys')
    .innerJoin('projects', 'projects.id', 'api_keys.project_id')
    .innerJoin('users', 'users.id', 'projects.owner_id')
    .select(['api_keys.id', 'api_keys.key_name', 'api_keys.creator_id', 'api_keys.expires_at'])
    .select(['projects.owner_id', 'projects.name as project_name'])
    .where('api_keys.is_active', '=', 1)
    .where('api_keys.expiry_told_at', 'is', null)
    .where('api_keys.expires_at', '>', now)
    .where('api_keys.expires_at', '<=', now + noticeMs)
    .where(sql<boolean>`api_keys.expires_at - api_keys.created_at > ${noticeMs}`)
    .where('projects.removed_at', 'is', null)
    .where('users.status', '=', 'ACTIVE')
    .orderBy('api_keys.expires_at')
    .orderBy('api_keys.id')
    .limit(atOnce)
    .$narrowType<{ expires_at: number }>()
    .execute()

/** Marks a key as mailed. @returns false if it was marked, extended or deactivated since it was listed */
export async function markExpiryNotified(
  trx: Trx,
  { id, expires_at }: Pick<ApiKeyRow, 'id' | 'expires_at'>,
  at: number,
): Promise<boolean> {
  const unchanged = { id, expires_at, is_active: 1, expiry_told_at: null } as const
  return (await rows.update({ db: trx }, unchanged, { expiry_told_at: at })) === 1
}

/** The API keys of an owner's projects that can open nothing. */
export const listIdleApiKeys = (db: Db, ownerId: number) =>
  db
    .selectFrom('api_keys')
    .innerJoin('projects', 'projects.id', 'api_keys.project_id')
    .select(['api_keys.id', 'api_keys.key_name', 'api_keys.project_id'])
    .where('projects.owner_id', '=', ownerId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('grants')
            .select('grants.environment_id')
            .where('grants.kind', '=', 'api-key')
            .whereRef('grants.principal', '=', 'api_keys.id')
            .where(isLive),
        ),
      ),
    )
    .execute()
