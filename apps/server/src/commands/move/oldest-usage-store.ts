import type { Db } from '../../db/connect.ts'

/** When the oldest usage of a database was written; undefined without any. */
export async function readOldestUsageTime(db: Db): Promise<number | undefined> {
  const row = await db
    .selectFrom('usage_packs')
    .select(({ fn }) => fn.min('at').as('at'))
    .executeTakeFirst()
  return row?.at ?? undefined
}
