import { type Kysely, sql } from 'kysely'
import type { Tables } from '../tables.ts'

/** Failures that make the next attempt wait, and devices that are known by a token. */
export async function signInWaits(db: Kysely<Tables>): Promise<void> {
  const { schema } = db

  await schema
    .createTable('failure_waits')
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('identity', 'text', (c) => c.notNull())
    .addColumn('failures', 'integer', (c) => c.notNull())
    .addColumn('last_failure_at', 'bigint', (c) => c.notNull())
    .addColumn('blocked_until', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('failure_waits_key', ['kind', 'identity'])
    .execute()

  // A device was its user agent; now it has an id, and a token where it was given one.
  await schema
    .createTable('known_devices')
    .addColumn('user_id', 'bigint', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('program', 'text', (c) => c.notNull())
    .addColumn('token_issued_at', 'bigint')
    .addColumn('first_seen_at', 'bigint', (c) => c.notNull())
    .addColumn('last_seen_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('known_devices_key', ['user_id', 'id'])
    .execute()
  await sql`
    insert into known_devices (user_id, id, program, token_issued_at, first_seen_at, last_seen_at)
    select user_id, device, device, null, first_seen_at, last_seen_at from devices
  `.execute(db)
  await schema.dropTable('devices').execute()
  await schema.alterTable('known_devices').renameTo('devices').execute()
}
