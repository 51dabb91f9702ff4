import { sql } from 'kysely'
import type { Db, Engine } from '../db/connect.ts'
import type { OnFinding } from './finding.ts'

/**
 * Makes SQLite check the pages and indexes of its file. PostgreSQL checks its pages when it reads them, with
 * checksums on.
 */
export async function verifyPages(db: Db, engine: Engine, onFinding: OnFinding): Promise<void> {
  if (engine !== 'sqlite') return
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check(100)`.execute(db)
  for (const { integrity_check: problem } of rows)
    if (problem !== 'ok') onFinding({ table: 'envhold.db', id: 'pages', problem })
}
