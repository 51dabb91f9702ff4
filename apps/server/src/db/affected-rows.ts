import type {
  DeleteQueryBuilder,
  DeleteResult,
  SelectQueryBuilder,
  UpdateQueryBuilder,
  UpdateResult,
} from 'kysely'

/** How many rows a query finds. PostgreSQL counts in 64 bits, which arrive as text. */
export async function countAll<DB, Table extends keyof DB>(
  query: SelectQueryBuilder<DB, Table, object>,
): Promise<number> {
  const { n } = await query
    .clearSelect()
    .select(({ fn }) => fn.countAll().as('n'))
    .$castTo<{ n: number | string }>()
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** Runs an update that is meant for one row. @returns whether there was one */
export const updatesRow = async <DB, UT extends keyof DB, TB extends keyof DB>(
  update: UpdateQueryBuilder<DB, UT, TB, UpdateResult>,
): Promise<boolean> => (await update.executeTakeFirst()).numUpdatedRows === 1n

/** Runs a deletion. @returns how many rows there were */
export const deleteRows = async <DB, Table extends keyof DB>(
  deletion: DeleteQueryBuilder<DB, Table, DeleteResult>,
): Promise<number> => Number((await deletion.executeTakeFirst()).numDeletedRows)
