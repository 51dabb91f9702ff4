import { type Kysely, sql } from 'kysely'
import type { Tables } from '../tables.ts'

/** Calls beyond a limit share a usage row, and a month's calls are counted for the owner of the keys. */
export async function limits(db: Kysely<Tables>): Promise<void> {
  const { schema } = db

  await schema
    .alterTable('usage')
    .addColumn('calls', 'integer', (c) => c.notNull().defaultTo(1))
    .execute()

  await schema
    .createTable('rejected_calls')
    .addColumn('principal', 'text', (c) => c.notNull())
    .addColumn('window', 'text', (c) => c.notNull())
    .addColumn('calls', 'bigint', (c) => c.notNull())
    .addColumn('duration_us', 'bigint', (c) => c.notNull())
    .addColumn('recorded_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('rejected_calls_key', ['principal', 'window'])
    .execute()

  // What the keys of an owner have used of the current month stays used.
  await sql`
    insert into rate_windows (principal, "window", window_start, count)
    select 'owner/' || projects.owner_id, 'month', max(rate_windows.window_start), sum(rate_windows.count)
    from rate_windows
      inner join api_keys on api_keys.id = rate_windows.principal
      inner join projects on projects.id = api_keys.project_id
    where rate_windows."window" = 'month'
      and rate_windows.window_start =
        (select max(window_start) from rate_windows where "window" = 'month')
    group by projects.owner_id`.execute(db)
  await sql`delete from rate_windows where "window" = 'month' and principal not like 'owner/%'`.execute(db)
}
