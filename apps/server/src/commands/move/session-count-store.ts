import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'

/** How many other connections to this database users have open. */
export async function countSessions(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and usename is not null`.execute(db)
  return rows[0]?.count ?? 0
}
