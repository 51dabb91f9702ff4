import type { ServerSecrets } from '@envhold/integrity/server-secret.ts'
import { type Kysely, sql } from 'kysely'
import type { Engine } from '../connect.ts'
import type { Tables } from '../tables.ts'
import { packUsageBefore } from './0014-usage-packs.ts'

/** Gives each project a chain of packed usage, and moves the counters of API keys out of `api_keys`. */
export async function usage(db: Kysely<Tables>, engine: Engine, secrets: ServerSecrets): Promise<void> {
  await createPacks(db, engine)
  await packUsageBefore(db, engine, secrets)
  await dropChainBefore(db)
  await moveCounters(db)
}

async function createPacks(db: Kysely<Tables>, engine: Engine): Promise<void> {
  const bytes = engine === 'postgres' ? sql`bytea` : sql`blob`
  const { schema } = db
  // PostgreSQL demands the partition's column in the key. On SQLite the rows of a project lie together.
  const partitions = engine === 'postgres'
  await schema
    .createTable('usage_packs')
    .addColumn('project_id', 'bigint', (c) => c.notNull())
    .addColumn('first_sequence', 'bigint', (c) => c.notNull())
    .addColumn('last_sequence', 'bigint', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('api_key_id', 'text', (c) => c.notNull())
    .addColumn('entries', 'text', (c) => c.notNull())
    .addColumn('erased', 'integer', (c) => c.notNull())
    .addColumn('digest', bytes, (c) => c.notNull())
    .addColumn('link', bytes)
    .addColumn('mac', bytes)
    .addPrimaryKeyConstraint('usage_packs_key', [
      'project_id',
      'first_sequence',
      ...(partitions ? (['at'] as const) : []),
    ])
    .modifyEnd(partitions ? sql`partition by range (at)` : sql`without rowid`)
    .execute()
  // For rows whose day has no partition yet.
  if (partitions) await sql`create table usage_packs_rest partition of usage_packs default`.execute(db)

  await schema
    .createTable('usage_heads')
    .addColumn('project_id', 'bigint', (c) => c.primaryKey())
    .addColumn('sequence', 'bigint', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('link', bytes)
    .addColumn('mac', bytes)
    .addColumn('start_sequence', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('start_link', bytes)
    .addColumn('start_mac', bytes)
    .execute()
  await schema
    .createTable('usage_marks')
    .addColumn('project_id', 'bigint', (c) => c.primaryKey())
    .addColumn('blocks', 'bigint', (c) => c.notNull())
    .addColumn('generation', 'bigint', (c) => c.notNull())
    .execute()
  // The blocks of each project are numbered from 0.
  await schema.dropIndex('usage_tallies_of_block').execute()
  await schema.dropIndex('usage_hours_of_block').execute()
  await schema
    .createIndex('usage_hours_of_project')
    .on('usage_hours')
    .columns(['project_id', 'block'])
    .execute()
}

/** Rollups of the one chain are counted again, for each project. */
async function dropChainBefore(db: Kysely<Tables>): Promise<void> {
  await sql`drop table usage`.execute(db)
  await sql`delete from chain_heads where chain in ('usage', 'usage-start', 'usage-start-seal')`.execute(db)
  await sql`delete from tally_marks where chain = 'usage'`.execute(db)
  for (const table of ['usage_tallies', 'usage_hours'] as const) await db.deleteFrom(table).execute()
}

async function moveCounters(db: Kysely<Tables>): Promise<void> {
  const { schema } = db
  await schema
    .createTable('key_counters')
    .addColumn('counter', 'text', (c) => c.primaryKey())
    .addColumn('hour_start', 'bigint', (c) => c.notNull())
    .addColumn('hour_calls', 'bigint', (c) => c.notNull())
    .addColumn('day_start', 'bigint', (c) => c.notNull())
    .addColumn('day_calls', 'bigint', (c) => c.notNull())
    .addColumn('total', 'bigint', (c) => c.notNull())
    .addColumn('last_used_at', 'bigint')
    .addColumn('previous_use_at', 'bigint')
    .execute()
  await sql`
    insert into key_counters (counter, hour_start, hour_calls, day_start, day_calls, total, last_used_at)
    select id, 0, 0, 0, 0, usage_count, last_used_at from api_keys where last_used_at is not null`.execute(db)
  await moveWindows(db)
  await schema.alterTable('api_keys').dropColumn('usage_count').execute()
  await schema.alterTable('api_keys').dropColumn('last_used_at').execute()
}

/** The hours and days of API keys and of failed attempts on them. Those of personal tokens stay. */
async function moveWindows(db: Kysely<Tables>): Promise<void> {
  const ofKeys = sql`"window" in ('hour', 'day')
    and (principal in (select id from api_keys) or principal like '%/refused')`
  await sql`
    insert into key_counters (counter, hour_start, hour_calls, day_start, day_calls, total)
    select principal,
      max(case when "window" = 'hour' then window_start else 0 end),
      max(case when "window" = 'hour' then count else 0 end),
      max(case when "window" = 'day' then window_start else 0 end),
      max(case when "window" = 'day' then count else 0 end),
      0
    from rate_windows where ${ofKeys} group by principal
    on conflict (counter) do update set
      hour_start = excluded.hour_start, hour_calls = excluded.hour_calls,
      day_start = excluded.day_start, day_calls = excluded.day_calls`.execute(db)
  await sql`delete from rate_windows where ${ofKeys}`.execute(db)
}
