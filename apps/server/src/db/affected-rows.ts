import type { DeleteResult, SelectQueryBuilder, UpdateResult } from 'kysely'

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

interface Change<Result> {
  executeTakeFirst(): Promise<Result>
}

/** Runs an update that is meant for one row. @returns whether there was one */
export const updatesRow = async (update: Change<UpdateResult>): Promise<boolean> =>
  (await update.executeTakeFirst()).numUpdatedRows === 1n

/** Runs a deletion. @returns how many rows there were */
export const deleteRows = async (deletion: Change<DeleteResult>): Promise<number> =>
  Number((await deletion.executeTakeFirst()).numDeletedRows)
