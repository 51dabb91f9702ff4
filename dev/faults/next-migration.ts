import { sql } from 'kysely'
import type { Db } from '../../apps/server/src/db/connect.ts'

export const nextMigration = '9999-next-version'

/** Tables that nearly every call reads, some with statements that ask for all columns. */
const busyTables = ['users', 'sessions', 'api_keys', 'environments', 'environment_versions', 'activity']

/** Adds what an additive migration may: a table, an index, and a column to busy tables. */
export async function addEverywhere(db: Db): Promise<void> {
  await sql`
    create table next_version (
      id bigint primary key references users (id) on delete cascade, environment_id bigint references environments (id)
    )`.execute(db)
  await sql`create index next_version_users on users (created_at)`.execute(db)
  for (const name of busyTables)
    await sql`alter table ${sql.id(name)} add column next_version text not null default 'next'`.execute(db)
}
