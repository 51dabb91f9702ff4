import { type Selectable, sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import type { Tables } from '../db/tables.ts'

const pageLength = 500
/** Their rows can be larger than 1 MiB. */
const pageLengths: Partial<Record<keyof Tables, number>> = { environment_versions: 50 }

/** Every row of a table in the order of its key, one page at a time. */
export async function* rowsOf<T extends keyof Tables>(
  db: Db,
  table: T,
  keys: readonly (keyof Selectable<Tables[T]> & string)[],
): AsyncGenerator<Selectable<Tables[T]>> {
  const key = sql`(${sql.join(keys.map((name) => sql.ref(name)))})`
  const order = sql.join(keys.map((name) => sql.ref(name)))
  const limit = pageLengths[table] ?? pageLength
  let last: Selectable<Tables[T]> | undefined
  do {
    const after = last
    const behind = after ? sql`where ${key} > (${sql.join(keys.map((name) => after[name]))})` : sql``
    const page = sql<
      Selectable<Tables[T]>
    >`select * from ${sql.table(table)} ${behind} order by ${order} limit ${sql.lit(limit)}`
    const { rows } = await page.execute(db)
    yield* rows
    last = rows.length === limit ? rows.at(-1) : undefined
  } while (last)
}
