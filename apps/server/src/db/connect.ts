import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely, PostgresDialect } from 'kysely'
import { holdFolder } from './hold-folder.ts'
import { openPool } from './postgres-pool.ts'
import { commitUnsynced, walOf } from './shared-sync.ts'
import { sqliteDialect } from './sqlite-dialect.ts'
import type { Tables } from './tables.ts'
import { inTransaction, type Transact } from './transaction.ts'

export type Engine = 'sqlite' | 'postgres'

/** The one door to the stored data; `Db` is also what a transaction hands to its work. */
export type Db = Kysely<Tables>

export interface Database {
  readonly engine: Engine
  readonly db: Db
  /** A transaction that many wait for: its fsync does not hold up the process. */
  readonly commitTogether: Transact
  close(): Promise<void>
}

const connectPostgres = (url: string): Database => {
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: openPool(url) }) })
  return {
    engine: 'postgres',
    db,
    commitTogether: (work) => inTransaction(db, work),
    close: () => db.destroy(),
  }
}

const connectSqlite = (dataDir: string): Database => {
  const release = holdFolder(dataDir)
  const path = join(dataDir, 'envhold.db')
  const file = new DatabaseSync(path, { timeout: 1_000 })
  file.exec(`
    pragma journal_mode = wal;
    pragma synchronous = full;
    pragma foreign_keys = on;
    pragma temp_store = memory;
    pragma cache_size = -16000;
    pragma wal_autocheckpoint = 2000;
  `)
  const db = new Kysely<Tables>({ dialect: sqliteDialect(file) })
  const log = walOf(path)
  return {
    engine: 'sqlite',
    db,
    commitTogether: async (work) => {
      const result = await commitUnsynced(db, work)
      await log.sync()
      return result
    },
    close: async () => {
      await log.close()
      await db.destroy()
      release()
    },
  }
}

/** Opens PostgreSQL where an address is given, else the SQLite file in the data folder, which is then held. */
export const connect = (at: { databaseUrl: string | undefined; dataDir: string }): Database =>
  at.databaseUrl ? connectPostgres(at.databaseUrl) : connectSqlite(at.dataDir)
