import { sql } from 'kysely'
import type { Db } from '../connect.ts'

/** What owners were notified of about the calls of a month, and since when reads continue beyond its limit. */
export async function callMonths(db: Db): Promise<void> {
  await sql`
    create table call_months (
      principal text primary key, notified_month bigint not null, notified integer not null,
      notified_limit integer not null, mail_id bigint, grace_began_at bigint)`.execute(db)
}
