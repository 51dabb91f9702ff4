import { type Kysely, sql } from 'kysely'
import type { Engine } from '../connect.ts'
import type { Tables } from '../tables.ts'

/** What was revoked, with the ids that a restored backup needs to revoke it again. */
export async function revocations(db: Kysely<Tables>, engine: Engine): Promise<void> {
  await db.schema
    .createTable('revocations')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('user_id', 'bigint')
    .addColumn('project_id', 'bigint')
    .addColumn('environment_id', 'bigint')
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('state', 'text')
    .addColumn('detail', 'text')
    .addColumn('logged', 'bigint', (c) => c.notNull())
    .addColumn('mac', engine === 'postgres' ? sql`bytea` : sql`blob`, (c) => c.notNull())
    .execute()
  await db.schema.createIndex('revocations_at').on('revocations').column('at').execute()
  // Both have few rows or none, and are asked for every hour or more often.
  await sql`create index revocations_pending on revocations (at, id) where state = 'pending'`.execute(db)
  await sql`create index revocations_unlogged on revocations (id) where logged = 0`.execute(db)
}
