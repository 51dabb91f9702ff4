import { sql } from 'kysely'
import type { Db } from '../connect.ts'

/** What owners were told of the calls of a month, and since when reads go on beyond its limit. */
export async function callMonths(db: Db): Promise<void> {
  await sql`
    create table call_months (
      principal text primary key, told_month bigint not null, told integer not null,
      told_limit integer not null, mail_id bigint, grace_began_at bigint)`.execute(db)
}
