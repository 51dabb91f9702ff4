import { type Kysely, sql } from 'kysely'
import type { Engine } from '../connect.ts'
import type { Tables } from '../tables.ts'

/** The names that environments had before a rename, for calls that still use them. */
export async function formerEnvironmentNames({ schema }: Kysely<Tables>, engine: Engine): Promise<void> {
  const table = 'former_environment_names'
  await schema
    .createTable(table)
    .addColumn('project_id', 'bigint', (c) => c.notNull())
    .addColumn('name_canonical', 'text', (c) => c.notNull())
    .addColumn('environment_id', 'bigint', (c) =>
      c.notNull().references('environments.id').onDelete('cascade'),
    )
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('renamed_at', 'bigint', (c) => c.notNull())
    .addColumn('mac', engine === 'postgres' ? sql`bytea` : sql`blob`, (c) => c.notNull())
    .addPrimaryKeyConstraint('former_environment_names_key', ['project_id', 'name_canonical'])
    .execute()
  await schema.createIndex(`${table}_environment`).on(table).column('environment_id').execute()
  await schema.createIndex(`${table}_renamed`).on(table).column('renamed_at').execute()
}
