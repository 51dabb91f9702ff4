import pg from 'pg'
import { driverUrl } from './driver-url.ts'

export interface PostgresFacts {
  /** Such as 17. */
  readonly major: number
  /** Such as '17.2'. */
  readonly version: string
  /** In bytes. */
  readonly size: number
  /** The connection goes through a pooler, such as PgBouncer. */
  readonly isPooled: boolean
}

/** Asks a PostgreSQL what a backup depends on, by a connection of its own. */
export async function describePostgres(databaseUrl: string): Promise<PostgresFacts> {
  const client = new pg.Client({ connectionString: driverUrl(databaseUrl), connectionTimeoutMillis: 5_000 })
  await client.connect()
  try {
    const { rows } = await client.query<{ version: string; number: string; size: string; pid: number }>(
      `select current_setting('server_version') as version, current_setting('server_version_num') as number,
              pg_database_size(current_database()) as size, pg_backend_pid() as pid`,
    )
    const [{ version, number, size, pid } = { version: '', number: '0', size: '0', pid: 0 }] = rows
    return {
      major: Math.floor(Number(number) / 10_000),
      version: version.split(' ')[0] ?? version,
      size: Number(size),
      // A pooler answers with a number of its own.
      isPooled: (client as unknown as { processID: number }).processID !== pid,
    }
  } finally {
    await client.end()
  }
}
