import { sql } from 'kysely'
import type { Context } from '../../../context.ts'

/** The engine's version, and the size of the database in bytes. */
export async function readDatabase({
  db,
  engine,
}: Pick<Context, 'db' | 'engine'>): Promise<{ readonly version: string; readonly bytes: number | null }> {
  const { rows } =
    engine === 'postgres'
      ? await sql<{ version: string; bytes: number }>`
          select current_setting('server_version') as version, pg_database_size(current_database()) as bytes`.execute(
          db,
        )
      : await sql<{ version: string; bytes: number }>`
          select sqlite_version() as version, page_count * page_size as bytes
          from pragma_page_count(), pragma_page_size()`.execute(db)
  const [row] = rows
  return { version: row?.version ?? '', bytes: row ? Number(row.bytes) : null }
}
