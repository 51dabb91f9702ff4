import { type Kysely, sql } from 'kysely'
import type { Engine } from '../connect.ts'
import type { Tables } from '../tables.ts'

/**
 * A session remembers when its user last proved who they are, and an Idempotency-Key what was answered. Sessions that
 * exist have no proof since they began, which is what null says, and keep their MAC.
 */
export async function stepUp(db: Kysely<Tables>, engine: Engine): Promise<void> {
  const bytes = engine === 'postgres' ? sql`bytea` : sql`blob`
  const { schema } = db

  await schema.alterTable('sessions').addColumn('verified_at', 'bigint').execute()

  await schema
    .createTable('idempotency_keys')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'bigint', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('attempt', 'text', (c) => c.notNull())
    .addColumn('fingerprint', bytes, (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('reserved_until', 'bigint', (c) => c.notNull())
    .addColumn('status', 'integer')
    .addColumn('answer', 'text')
    .addColumn('bytes', 'integer', (c) => c.notNull())
    .addColumn('mac', bytes, (c) => c.notNull())
    .execute()
  await schema
    .createIndex('idempotency_keys_user')
    .on('idempotency_keys')
    .columns(['user_id', 'created_at'])
    .execute()
  await schema.createIndex('idempotency_keys_age').on('idempotency_keys').column('created_at').execute()
}
