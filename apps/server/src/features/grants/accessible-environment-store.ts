import type { Db } from '../../db/connect.ts'
import { isLive } from '../keyring/grant-store.ts'
import type { KeyHolder } from '../keyring/key-holder.ts'

/**
 * Lists the environments that a user has access to, including those that may return: of owners who are suspended or
 * deleted, in archived projects, and where the user's access is paused. Environments that an invitation offers are not included.
 */
export async function listAccessibleEnvironments(
  db: Db,
  { userId, principal }: KeyHolder,
): Promise<number[]> {
  const rows = await db
    .selectFrom('grants')
    .innerJoin('environments', 'environments.id', 'grants.environment_id')
    .innerJoin('projects', 'projects.id', 'environments.project_id')
    .leftJoin('memberships', (join) =>
      join.onRef('memberships.project_id', '=', 'projects.id').on('memberships.user_id', '=', userId),
    )
    .select('grants.environment_id')
    .where('grants.kind', '=', principal.kind)
    .where('grants.principal', '=', String(principal.id))
    .where(isLive)
    .where(({ or, eb }) =>
      or([eb('projects.owner_id', '=', userId), eb('memberships.user_id', 'is not', null)]),
    )
    .orderBy('grants.environment_id')
    .execute()
  return rows.map(({ environment_id }) => environment_id)
}
