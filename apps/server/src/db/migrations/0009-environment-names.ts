import { type Kysely, sql } from 'kysely'
import type { Engine } from '../connect.ts'
import type { Tables } from '../tables.ts'

/**
 * Adds a table for the names of each environment's variables, so that reading an environment's row does not read them,
 * and a column for their hash. The next write of an environment fills both: the server has no key to decrypt them here.
 */
export async function environmentNames({ schema }: Kysely<Tables>, engine: Engine): Promise<void> {
  await schema
    .alterTable('environments')
    .addColumn('names_hash', engine === 'postgres' ? sql`bytea` : sql`blob`)
    .execute()
  await schema
    .createTable('environment_names')
    .addColumn('environment_id', engine === 'postgres' ? 'bigint' : 'integer', (c) =>
      c.primaryKey().references('environments.id').onDelete('cascade'),
    )
    .addColumn('names', 'text', (c) => c.notNull())
    .execute()
}
