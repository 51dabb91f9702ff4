import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { keptQuery } from '../../db/kept-query.ts'
import { isLive } from '../keyring/grant-store.ts'
import type { KeyHolder } from '../keyring/key-holder.ts'
import type { GrantHolder } from './sealed-environment-store.ts'

/** An environment that waits for a new key, or, with `member`, somebody who waits for the keys of a project. */
export interface Owed {
  readonly project: number
  readonly environment: number | null
  readonly member: number | null
}

/** A column of one half of the union, and what stands in its place in the other. */
const idOrNull = (column: string | null) =>
  column === null ? sql<number | null>`cast(null as bigint)` : sql<number | null>`${sql.ref(column)}`

/** Environments that wait for a new key and that the holder can open. The flag stands in the text, for the partial index. */
const pendingEnvironments = (db: Db, { kind, id }: GrantHolder) =>
  db
    .selectFrom('projects')
    .innerJoin('environments', 'environments.project_id', 'projects.id')
    .innerJoin('grants', 'grants.environment_id', 'environments.id')
    .select([
      'projects.id as project',
      idOrNull('environments.id').as('environment'),
      idOrNull(null).as('member'),
    ])
    .where('environments.rekey_pending', '=', sql.lit(1))
    .where('grants.kind', '=', kind)
    .where('grants.principal', '=', id)
    .where(isLive)
    .where('projects.deleted_at', 'is', null)

const anybody: GrantHolder = { kind: 'user', id: '' }

/** What a user owes as an owner, and as a member who may write; no more than asked for. */
const findOwed = keptQuery<Owed>((db) =>
  pendingEnvironments(db, anybody)
    .where('projects.owner_id', '=', 0)
    .unionAll(
      pendingEnvironments(db, anybody)
        .innerJoin('memberships', 'memberships.project_id', 'projects.id')
        .where('memberships.user_id', '=', 0)
        .where('memberships.role', '=', sql.lit('write')),
    )
    .unionAll(
      db
        .selectFrom('projects')
        .innerJoin('memberships', 'memberships.project_id', 'projects.id')
        .select([
          'projects.id as project',
          idOrNull(null).as('environment'),
          idOrNull('memberships.user_id').as('member'),
        ])
        .where('memberships.keys_pending', '=', sql.lit(1))
        .where('projects.owner_id', '=', 0)
        .where('projects.deleted_at', 'is', null),
    )
    .limit(0),
)

const grantHolderOf = ({ principal }: KeyHolder): GrantHolder => ({
  kind: principal.kind,
  id: String(principal.id),
})

/** One query, which finds nothing on almost every call. */
export function listOwed(db: Db, holder: KeyHolder, most: number): Promise<Owed[]> {
  const { kind, id } = grantHolderOf(holder)
  const { userId } = holder
  return findOwed(db, [kind, id, userId, kind, id, userId, userId, most])
}

/** All environments that wait for a new key and that the holder can open, in whatever role. */
export async function listPendingOf(db: Db, holder: KeyHolder): Promise<number[]> {
  const rows = await pendingEnvironments(db, grantHolderOf(holder))
    .leftJoin('memberships', (join) =>
      join.onRef('memberships.project_id', '=', 'projects.id').on('memberships.user_id', '=', holder.userId),
    )
    .where(({ or, eb }) =>
      or([eb('projects.owner_id', '=', holder.userId), eb('memberships.user_id', 'is not', null)]),
    )
    .orderBy('environments.id')
    .execute()
  return rows.flatMap(({ environment }) => environment ?? [])
}
