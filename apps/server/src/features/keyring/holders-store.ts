import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { Trx } from '../../db/transaction.ts'

/**
 * How many grants of an environment's key take room of its owner: all but those of collaborators' personal tokens, of
 * which the owner does not decide how many there are.
 */
const countHolders = (db: Db, environmentId: number) =>
  db
    .selectFrom('grants')
    .innerJoin('environments', 'environments.id', 'grants.environment_id')
    .innerJoin('projects', 'projects.id', 'environments.project_id')
    .leftJoin('principals', (join) =>
      join.onRef('principals.kind', '=', 'grants.kind').onRef('principals.id', '=', 'grants.principal'),
    )
    .select(({ fn }) => fn.countAll<number>().as('holders'))
    .where('grants.environment_id', '=', environmentId)
    .where(({ or, eb }) =>
      or([
        eb('grants.kind', '!=', 'personal-token'),
        eb('principals.user_id', '=', eb.ref('projects.owner_id')),
      ]),
    )

export const readHolders = async (db: Db, environmentId: number): Promise<number> =>
  Number((await countHolders(db, environmentId).executeTakeFirstOrThrow()).holders)

/** Stores how many grants of an environment's key take room. Its grants are written already. */
export const storeHolders = (db: Trx, environmentId: number) =>
  db
    .updateTable('environments')
    .set({ holders: sql<number>`(${countHolders(db, environmentId)})` })
    .where('id', '=', environmentId)
    .execute()
