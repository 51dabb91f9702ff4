import { rowMac } from '@envhold/integrity/row.ts'
import type { ServerSecrets } from '@envhold/integrity/server-secret.ts'
import { type Kysely, sql } from 'kysely'
import type { Engine } from '../connect.ts'
import type { Tables } from '../tables.ts'

/**
 * Activity whose names and IP addresses are erased: its digest is stored instead of computed. Accounts that were
 * deleted before are erased from it too.
 */
export async function erasures(db: Kysely<Tables>, engine: Engine, secrets: ServerSecrets): Promise<void> {
  const bytes = engine === 'postgres' ? sql`bytea` : sql`blob`
  await db.schema.alterTable('activity').addColumn('digest', bytes).execute()
  await db.schema.alterTable('activity').addColumn('erasure_mac', bytes).execute()
  await db.schema
    .createTable('erasures')
    .addColumn('user_id', 'bigint', (c) => c.primaryKey())
    .addColumn('username', 'text', (c) => c.notNull())
    .addColumn('email_canonical', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('deleted_at', 'bigint', (c) => c.notNull())
    .addColumn('done', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('mac', bytes, (c) => c.notNull())
    .execute()
  await addDeletedBefore(db, secrets)
}

const pattern = /^The account of (.+) was permanently deleted$/s

/** Their e-mail addresses are not known any more, and their names from the entry of the deletion alone. */
async function addDeletedBefore(db: Kysely<Tables>, secrets: ServerSecrets): Promise<void> {
  const { rows } = await sql<{ user_id: number; created_at: number }>`
    select user_id, min(at) as created_at from activity as a
    where user_id is not null and not exists (select 1 from users where users.id = a.user_id)
    group by user_id order by user_id`.execute(db)
  for (const { user_id, created_at } of rows) {
    const deletion = await db
      .selectFrom('activity')
      .select(['at', 'description'])
      .where('user_id', '=', user_id)
      .where('event_type', '=', 'account_deleted')
      .orderBy('sequence', 'desc')
      .limit(1)
      .executeTakeFirst()
    const username = pattern.exec(deletion?.description ?? '')?.[1] ?? ''
    const fields = { username, email_canonical: '', created_at, deleted_at: deletion?.at ?? created_at }
    const mac = rowMac(secrets, { table: 'erasures', id: String(user_id), fields })
    await db
      .insertInto('erasures')
      .values({ user_id, ...fields, done: 0, mac })
      .execute()
  }
}
