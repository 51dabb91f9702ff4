import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import type { Db, Engine } from './connect.ts'
import { driverUrl } from './postgres/driver-url.ts'
import { sqliteDialect } from './sqlite/sqlite-dialect.ts'
import type { Tables } from './tables.ts'

const int8 = 20

const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === int8 && format !== 'binary' ? Number : pg.types.getTypeParser(oid, format)) as never,
}

/** How a connection of each engine begins a consistent read without writing anything. */
const beginOn: Record<Engine, string> = {
  sqlite: 'begin',
  postgres: 'begin isolation level repeatable read, read only',
}

interface At {
  readonly databaseUrl: string | undefined
  readonly dataDir: string
  /** A copy of the SQLite file, if it is not the one in the data folder. */
  readonly file?: string
}

function openReadOnly({ databaseUrl, dataDir, file: copy }: At): { engine: Engine; db: Db } {
  if (!databaseUrl) {
    const file = new DatabaseSync(copy ?? join(dataDir, 'envhold.db'), { readOnly: true, timeout: 5_000 })
    return { engine: 'sqlite', db: new Kysely<Tables>({ dialect: sqliteDialect(file) }) }
  }
  // Does not use the server's pool, which closes connections that are in use for long.
  const pool = new pg.Pool({
    connectionString: driverUrl(databaseUrl),
    max: 1,
    connectionTimeoutMillis: 5_000,
    types,
  })
  return { engine: 'postgres', db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }) }
}

/**
 * Reads a consistent snapshot of the database, whether a server is running or not. It writes nothing, takes no lock and
 * does not hold the data folder. While it reads, SQLite's write-ahead log cannot be truncated.
 */
export async function readConsistently<T>(at: At, work: (db: Db, engine: Engine) => Promise<T>): Promise<T> {
  const { db, engine } = openReadOnly(at)
  try {
    return await db.connection().execute(async (connection) => {
      await sql.raw(beginOn[engine]).execute(connection)
      try {
        return await work(connection, engine)
      } finally {
        await sql.raw('rollback').execute(connection)
      }
    })
  } finally {
    await db.destroy()
  }
}
