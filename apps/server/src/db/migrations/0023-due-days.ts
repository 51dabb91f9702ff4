import { type Kysely, sql } from 'kysely'
import type { Engine } from '../connect.ts'
import type { Tables } from '../tables.ts'

/**
 * The days on which variables of an environment are due, for reminders. The next write of an environment fills them in:
 * the server has no key to decrypt them here.
 */
export async function dueDays({ schema }: Kysely<Tables>, engine: Engine): Promise<void> {
  await schema
    .createTable('due_days')
    .addColumn('environment_id', 'bigint', (c) =>
      c.notNull().references('environments.id').onDelete('cascade'),
    )
    .addColumn('day', 'text', (c) => c.notNull())
    .addColumn('variable_count', 'integer', (c) => c.notNull())
    .addColumn('set_by', 'text', (c) => c.notNull())
    .addColumn('reminded', 'integer')
    .addColumn('mac', engine === 'postgres' ? sql`bytea` : sql`blob`, (c) => c.notNull())
    .addPrimaryKeyConstraint('due_days_key', ['environment_id', 'day'])
    .execute()
  await schema.createIndex('due_days_day').on('due_days').column('day').execute()
}
