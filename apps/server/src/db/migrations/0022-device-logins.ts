import { type Kysely, sql } from 'kysely'
import type { Engine } from '../connect.ts'
import type { Tables } from '../tables.ts'

/** Logins of the command line that wait for a signed-in user. */
export async function deviceLogins({ schema }: Kysely<Tables>, engine: Engine): Promise<void> {
  const bytes = engine === 'postgres' ? sql`bytea` : sql`blob`
  await schema
    .createTable('device_logins')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('auth_hash', bytes, (c) => c.notNull())
    .addColumn('public_key', bytes, (c) => c.notNull())
    .addColumn('user_code_mac', bytes, (c) => c.notNull().unique())
    .addColumn('device_name', 'text', (c) => c.notNull())
    .addColumn('client', 'text', (c) => c.notNull())
    .addColumn('ip', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('user_id', 'bigint', (c) => c.references('users.id').onDelete('cascade'))
    .addColumn('review_hash', bytes, (c) => c.unique())
    .addColumn('token_id', 'text')
    .addColumn('sealed_token', bytes)
    .addColumn('interval_seconds', 'integer', (c) => c.notNull())
    .addColumn('last_polled_at', 'bigint')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addColumn('mac', bytes, (c) => c.notNull())
    .execute()
  await schema.createIndex('device_logins_user').on('device_logins').column('user_id').execute()
  await schema.createIndex('device_logins_expiry').on('device_logins').column('expires_at').execute()
}
