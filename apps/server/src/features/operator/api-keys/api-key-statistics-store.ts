import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'

export interface KeyCounts {
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
