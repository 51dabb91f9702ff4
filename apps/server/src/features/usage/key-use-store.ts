import { sql } from 'kysely'
import type { Within } from '../../context.ts'
import { rowsQuery } from '../../db/json-rows.ts'

/** How often a key was used since its row was last updated. */
export interface KeyUse {
  readonly id: string
  readonly calls: number
  /** Unix time in milliseconds. */
  readonly at: number
}

const markUsed = rowsQuery<KeyUse>({ id: 'text', calls: 'bigint', at: 'bigint' }, (given, engine) =>
  engine === 'sqlite'
    ? sql`
        update api_keys set usage_count = usage_count + given.calls, last_used_at = given.at
        from ${given} where api_keys.id = given.id`
    : sql`
        with held as (
          select api_keys.id, given.calls, given.at
          from api_keys inner join ${given} on given.id = api_keys.id
          order by api_keys.id for no key update of api_keys
        )
        update api_keys set usage_count = usage_count + held.calls, last_used_at = held.at
        from held where api_keys.id = held.id`,
)

/**
 * Updates the use count and the last use of keys in one statement, which locks their rows in the order of their ids.
 */
export async function markApiKeysUsed(
  { db, engine }: Within<'engine'>,
  uses: readonly KeyUse[],
): Promise<void> {
  await markUsed(db, engine, uses)
}
