import type { Kysely } from 'kysely'
import type { Tables } from '../tables.ts'

/** The activity pages count a million entries in no time: blocks of both chains are tallied beside them. */
export async function tallies(db: Kysely<Tables>): Promise<void> {
  const { schema } = db

  // The rows of a project lie in the order of the chain, so a call adds to the end of its part of the index.
  await schema.dropIndex('usage_of_key').execute()
  await schema.createIndex('usage_of_project').on('usage').columns(['project_id', 'sequence']).execute()

  await schema
    .createTable('tally_marks')
    .addColumn('chain', 'text', (c) => c.primaryKey())
    .addColumn('blocks', 'bigint', (c) => c.notNull())
    .addColumn('generation', 'bigint', (c) => c.notNull())
    .execute()
  await db
    .insertInto('tally_marks')
    .values(['activity', 'usage'].map((chain) => ({ chain, blocks: 0, generation: 0 })))
    .execute()

  await schema
    .createTable('activity_tallies')
    .addColumn('project_id', 'bigint', (c) => c.notNull())
    .addColumn('block', 'bigint', (c) => c.notNull())
    .addColumn('user_id', 'bigint', (c) => c.notNull())
    .addColumn('environment_id', 'bigint', (c) => c.notNull())
    .addColumn('category', 'text', (c) => c.notNull())
    .addColumn('entries', 'integer', (c) => c.notNull())
    .addColumn('first_at', 'bigint', (c) => c.notNull())
    .addColumn('last_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('activity_tallies_key', [
      'project_id',
      'block',
      'user_id',
      'environment_id',
      'category',
    ])
    .execute()
  await schema.createIndex('activity_tallies_of_user').on('activity_tallies').column('user_id').execute()
  await schema.createIndex('activity_tallies_of_block').on('activity_tallies').column('block').execute()

  await schema
    .createTable('usage_tallies')
    .addColumn('project_id', 'bigint', (c) => c.notNull())
    .addColumn('block', 'bigint', (c) => c.notNull())
    .addColumn('entries', 'integer', (c) => c.notNull())
    .addColumn('first_at', 'bigint', (c) => c.notNull())
    .addColumn('last_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('usage_tallies_key', ['project_id', 'block'])
    .execute()
  await schema.createIndex('usage_tallies_of_block').on('usage_tallies').column('block').execute()

  await schema
    .createTable('usage_hours')
    .addColumn('api_key_id', 'text', (c) => c.notNull())
    .addColumn('hour', 'bigint', (c) => c.notNull())
    .addColumn('block', 'bigint', (c) => c.notNull())
    .addColumn('status_code', 'integer', (c) => c.notNull())
    .addColumn('project_id', 'bigint', (c) => c.notNull())
    .addColumn('calls', 'integer', (c) => c.notNull())
    .addColumn('variables', 'bigint', (c) => c.notNull())
    .addColumn('duration_us', 'bigint', (c) => c.notNull())
    .addColumn('first_at', 'bigint', (c) => c.notNull())
    .addColumn('last_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('usage_hours_key', ['api_key_id', 'hour', 'block', 'status_code'])
    .execute()
  await schema.createIndex('usage_hours_of_block').on('usage_hours').column('block').execute()
}
