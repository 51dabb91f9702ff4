import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { Trx } from '../../db/transaction.ts'

/**
 * How many grants of an environment's key take room of its owner, in a statement about `environments`: all but those of
 * collaborators' personal tokens, of which the owner does not decide how many there are.
 */
const countOfHolders = sql<number>`(
  select count(*) from grants
  join projects on projects.id = environments.project_id
  left join principals on principals.kind = grants.kind and principals.id = grants.principal
  where grants.environment_id = environments.id
    and (grants.kind <> 'personal-token' or principals.user_id = projects.owner_id))`

export async function readHolders(db: Db, id: number): Promise<number> {
  const query = db.selectFrom('environments').select(countOfHolders.as('holders')).where('id', '=', id)
  return Number((await query.executeTakeFirstOrThrow()).holders)
}

/** Stores how many grants of environments' keys take room. The grants are written already. */
export const storeHolders = (
  db: Trx,
  which: { readonly column: 'id' | 'project_id'; readonly value: number },
) =>
  db
    .updateTable('environments')
    .set({ holders: countOfHolders })
    .where(which.column, '=', which.value)
    .execute()
