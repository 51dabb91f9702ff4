import { type Kysely, sql } from 'kysely'
import type { Tables } from '../tables.ts'

/** When a message from the contact page was mailed; null: it waits. Those so far were mailed when they came. */
export async function contactMails(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('contact_messages').addColumn('mailed_at', 'bigint').execute()
  // Messages stay for years, and the hourly work asks for the few that wait.
  await sql`create index contact_messages_waiting on contact_messages (id) where mailed_at is null`.execute(
    db,
  )
  await sql`update contact_messages set mailed_at = created_at`.execute(db)
}
