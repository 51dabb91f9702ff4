import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely'
import type { Db } from '../../apps/server/src/db/connect.ts'
import { openPool } from '../../apps/server/src/db/postgres/postgres-dialect.ts'
import { sqliteDialect } from '../../apps/server/src/db/sqlite/sqlite-dialect.ts'
import type { Tables } from '../../apps/server/src/db/tables.ts'
import type { StartedServer } from '../world/start-server.ts'

export interface Asking {
  readonly name: string
  readonly ask: () => Promise<unknown>
}

/** A second connection to a running server's data, which records every statement. */
export function listenTo({ settings, dataDir }: Pick<StartedServer, 'settings' | 'dataDir'>): {
  readonly db: Db
  readonly queries: CompiledQuery[]
  readonly close: () => Promise<void>
} {
  const queries: CompiledQuery[] = []
  const dialect = settings.DATABASE_URL
    ? new PostgresDialect({ pool: openPool(settings.DATABASE_URL, { size: 12 }) })
    : sqliteDialect(new DatabaseSync(join(dataDir, 'envhold.db')))
  const db = new Kysely<Tables>({ dialect, log: ({ query }) => void queries.push(query) })
  return { db, queries, close: () => db.destroy() }
}

/** How the database executes a statement, as it explains it. */
export async function explain(db: Db, engine: 'sqlite' | 'postgres', query: CompiledQuery): Promise<string> {
  const how = engine === 'postgres' ? 'explain (analyze, timing off, summary off) ' : 'explain query plan '
  const { rows } = await db.executeQuery<Record<string, unknown>>({
    ...sql.raw(how + query.sql).compile(db),
    parameters: query.parameters,
  })
  return rows.map((row) => `    ${String(row['QUERY PLAN'] ?? row.detail)}`).join('\n')
}
