import { type Kysely, sql } from 'kysely'
import type { Engine } from '../connect.ts'
import type { Tables } from '../tables.ts'

/**
 * The names of an environment's variables, in a table of their own, so that reading an environment's row does not read
 * them. The row holds their hash. Environments get both with their next write: the names of older ones lie sealed.
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
