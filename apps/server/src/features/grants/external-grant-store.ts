import type { Db } from '../../db/connect.ts'
import { principalOf, type StoredPrincipal } from '../keyring/principal-store.ts'

export interface ExternalGrant {
  readonly principal: StoredPrincipal
  readonly environmentId: number
}

/** The roster entries of a user, with tokens and accepted links, in environments of other owners. */
export async function listExternalGrants(db: Db, userId: number): Promise<ExternalGrant[]> {
  const rows = await db
    .selectFrom('principals')
    .innerJoin('grants', (join) =>
      join.onRef('grants.kind', '=', 'principals.kind').onRef('grants.principal', '=', 'principals.id'),
    )
    .innerJoin('environments', 'environments.id', 'grants.environment_id')
    .innerJoin('projects', 'projects.id', 'environments.project_id')
    .select(['principals.kind', 'principals.id', 'grants.environment_id'])
    .where('principals.user_id', '=', userId)
    .where('projects.owner_id', '!=', userId)
    .orderBy('grants.environment_id')
    .execute()
  return rows.map((row) => ({ principal: principalOf(row), environmentId: row.environment_id }))
}
