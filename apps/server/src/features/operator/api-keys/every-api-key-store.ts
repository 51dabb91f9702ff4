import { unlimited } from '@envhold/contract/billing/plans.ts'
import type { keySortColumns, keyStatuses } from '@envhold/contract/operator/api-keys.ts'
import { tokenIdIn } from '@envhold/contract/personal-tokens/personal-tokens.ts'
import { sql } from 'kysely'
import type { DbContext } from '../../../context.ts'
import { countAll } from '../../../db/affected-rows.ts'
import type { Db } from '../../../db/connect.ts'
import { containsInAnyCase, likePattern } from '../../../db/like-pattern.ts'
import { apiKeyMac } from '../../api-keys/api-key-store.ts'
import { type ProjectRow, projectMac } from '../../projects/project-store.ts'
import { canonical } from '../../users/canonical.ts'

export interface KeyFilter {
  readonly status: (typeof keyStatuses)[number] | undefined
  /** The key or its id, or a part of the name of the key, of its project or its owner, or of the owner's e-mail. */
  readonly search: string
  readonly now: number
}

interface Page {
  readonly sortBy: (typeof keySortColumns)[number]
  readonly sortOrder: 'asc' | 'desc'
  readonly limit: number
  readonly offset: number
}

/** The projects are searched once, not for each key. */
const matching = (db: Db, { status, search, now }: KeyFilter) => {
  const pattern = likePattern(canonical(search))
  return db
    .selectFrom('api_keys')
    .$if(status === 'inactive', (query) => query.where('is_active', '=', 0))
    .$if(status === 'active', (query) =>
      query
        .where('is_active', '=', 1)
        .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)])),
    )
    .$if(status === 'expired', (query) => query.where('is_active', '=', 1).where('expires_at', '<=', now))
    .$if(search !== '', (query) =>
      query.where(sql<boolean>`(api_keys.id = ${tokenIdIn(search)} or ${containsInAnyCase('key_name', search)} or project_id in (
        select projects.id from projects inner join users on users.id = projects.owner_id
        where ${containsInAnyCase('projects.name', search)}
          or users.username_canonical like ${pattern} escape '\\'
          or users.email_canonical like ${pattern} escape '\\'))`),
    )
}

export const countKeys = (db: Db, filter: KeyFilter): Promise<number> => countAll(matching(db, filter))

const described = (db: Db) =>
  db
    .selectFrom('api_keys')
    .innerJoin('projects', 'projects.id', 'api_keys.project_id')
    .innerJoin('users as owners', 'owners.id', 'projects.owner_id')
    .leftJoin('plans', 'plans.name', 'owners.plan')
    .leftJoin('users as creators', 'creators.id', 'api_keys.creator_id')
    .selectAll('api_keys')
    .select([
      'projects.name as project_name',
      'owners.id as owner_id',
      'owners.username as owner_username',
      'owners.email as owner_email',
      'creators.id as creator_account_id',
      'creators.username as creator_username',
      'creators.email as creator_email',
    ])
    // No plan limits the keys of a SUPER_ADMIN.
    .select(
      sql<number>`case when owners.role = 'SUPER_ADMIN' then ${sql.lit(unlimited)}
        else coalesce(plans.api_rate_limit_per_hour, 0) end`.as('limit_per_hour'),
    )

export type DescribedKey = Awaited<ReturnType<typeof listKeys>>[number]

/** One page of the keys that a filter leaves. @throws TamperedRowError */
export async function listKeys({ db, secrets }: DbContext<'secrets'>, filter: KeyFilter, page: Page) {
  const { sortBy, sortOrder, limit, offset } = page
  // Only the ids are sorted and skipped.
  const ids = await matching(db, filter)
    .select('api_keys.id')
    .orderBy(sortBy === 'key_name' ? sql`lower(key_name)` : sql.ref(sortBy), sortOrder)
    .orderBy('api_keys.id', sortOrder)
    .limit(limit)
    .offset(offset)
    .execute()
  if (ids.length === 0) return []
  const keyIds = ids.map(({ id }) => id)
  const rows = await described(db).where('api_keys.id', 'in', keyIds).execute()
  for (const row of rows) apiKeyMac.check(secrets, row)
  return rows.sort((left, right) => keyIds.indexOf(left.id) - keyIds.indexOf(right.id))
}

/** @throws TamperedRowError */
export async function findDescribedKey(
  { db, secrets }: DbContext<'secrets'>,
  id: string,
): Promise<DescribedKey | undefined> {
  const row = await described(db).where('api_keys.id', '=', id).executeTakeFirst()
  if (row) apiKeyMac.check(secrets, row)
  return row
}

interface KeyCounts {
  readonly total: number
  readonly active: number
  readonly expired: number
}

/** An active key whose expiry has passed is expired, not active. */
export async function countKeyStates(db: Db, now: number): Promise<KeyCounts> {
  const { rows } = await sql<{ total: number; on: number; expired: number }>`
    select count(*) as total, coalesce(sum(is_active), 0) as "on",
      coalesce(sum(case when is_active = 1 and expires_at <= ${now} then 1 else 0 end), 0) as expired
    from api_keys`.execute(db)
  const [counts] = rows
  const expired = Number(counts?.expired ?? 0)
  return { total: Number(counts?.total ?? 0), active: Number(counts?.on ?? 0) - expired, expired }
}

/** The names of projects and of their owners. */
export async function namesOfProjects(
  db: Db,
  ids: readonly number[],
): Promise<ReadonlyMap<number, { readonly name: string; readonly owner: string | null }>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('projects')
    .leftJoin('users', 'users.id', 'projects.owner_id')
    .select(['projects.id', 'projects.name', 'users.username as owner'])
    .where('projects.id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, name, owner }) => [id, { name, owner }]))
}

/** The project that an API key belongs to, which may be archived. */
export async function findProjectOfKey(
  { db, secrets }: DbContext<'secrets'>,
  keyId: string,
): Promise<ProjectRow | undefined> {
  const row = await db
    .selectFrom('api_keys')
    .innerJoin('projects', 'projects.id', 'api_keys.project_id')
    .selectAll('projects')
    .where('api_keys.id', '=', keyId)
    .executeTakeFirst()
  if (row) projectMac.check(secrets, row)
  return row
}
