import { Client } from 'pg'

/**
 * Moves the clock of one PostgreSQL database: `clock_timestamp()`, by which every node measures its time, is found in
 * the schema `public` first, and adds an offset to the cluster's time. Connections that are open see the new offset.
 */
export async function moveDatabaseClock(url: string, offsetMs: number): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query("select to_regclass('moved_clock.by') as found")
    if (rows[0]?.found === null)
      await client.query(`
        create schema moved_clock;
        create table moved_clock.by (ms bigint not null);
        insert into moved_clock.by values (0);
        create function public.clock_timestamp() returns timestamptz volatile language sql as
          $$ select pg_catalog.clock_timestamp() + (select ms from moved_clock.by) * interval '1 millisecond' $$;
        do $$ begin execute format('alter database %I set search_path = public, pg_catalog', current_database()); end $$`)
    await client.query('update moved_clock.by set ms = $1', [offsetMs])
  } finally {
    await client.end()
  }
}
