import { type RawBuilder, sql } from 'kysely'
import type { Engine } from './connect.ts'

/** Up to this many ids are parameters of their own, for which both databases choose an index. */
const maxParameters = 64

const table = {
  sqlite: (json: string) => sql<number>`(select value from json_each(${json}))`,
  postgres: (json: string) =>
    sql<number>`(select value::bigint from json_array_elements_text(${json}::json))`,
} satisfies Record<Engine, unknown>

/** The right side of `in`, for any number of ids: many are one parameter. */
export const idList = (engine: Engine, ids: readonly number[]): RawBuilder<number> =>
  ids.length > 0 && ids.length <= maxParameters
    ? sql<number>`(${sql.join(ids)})`
    : table[engine](JSON.stringify(ids))
