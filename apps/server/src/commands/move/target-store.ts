import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'

interface TargetState {
  readonly version: number
  readonly schema: string | null
  readonly may_create: boolean | null
}

const oldest = 150_000

/** @returns a sentence for operators when PostgreSQL, its database or the user lacks what an instance needs */
export async function findTargetFault(db: Db): Promise<string | undefined> {
  const { rows } = await sql<TargetState>`
    select current_setting('server_version_num')::integer as version, current_schema() as schema,
      has_schema_privilege(current_schema(), 'CREATE') as may_create`.execute(db)
  const [state] = rows
  if (!state) return 'PostgreSQL does not answer.'
  if (state.version < oldest)
    return `PostgreSQL is version ${Math.floor(state.version / 10_000)}. Envhold needs 15 or newer.`
  if (state.schema === null || !state.may_create)
    return 'its user may not create tables. Make the user the owner of the database.'
  return undefined
}

/** How many other connections to this database users have open. */
export async function countSessions(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and usename is not null`.execute(db)
  return rows[0]?.count ?? 0
}
