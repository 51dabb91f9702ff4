import { Kysely } from 'kysely'
import type pg from 'pg'
import { createFaults, type Faults } from './faults.ts'
import { statementPool } from './postgres/named-statements.ts'
import { openPool, postgresDialect } from './postgres/postgres-dialect.ts'
import { runPipelined } from './postgres/postgres-transaction.ts'
import { connectSqlite } from './sqlite/connect-sqlite.ts'
import { endProcess, type OnSyncFailure } from './storage-errors.ts'
import type { Tables } from './tables.ts'
import { retryConflicts, type Transact } from './transaction.ts'

export type Engine = 'sqlite' | 'postgres'

/** The only access to the stored data. `Db` is also the type that a transaction passes to its work. */
export type Db = Kysely<Tables>

/** Connections to PostgreSQL, and how much waits for one. */
export interface PoolLoad {
  readonly busy: number
  readonly idle: number
  readonly waiting: number
}

export interface Database {
  readonly engine: Engine
  readonly db: Db
  readonly faults: Faults
  /** A transaction for frequent writes: its fsync does not block the process. */
  readonly groupCommit: Transact
  /** For work that takes minutes, such as a migration. PostgreSQL: on a connection that is not closed for its age. */
  readonly withoutTimeLimit: <T>(work: (db: Db) => Promise<T>) => Promise<T>
  /** PostgreSQL: how busy its connections are. */
  readonly poolLoad?: () => PoolLoad
  /** Moves the content of SQLite's write-ahead log into the database file. Does nothing on PostgreSQL. */
  checkpoint(): Promise<void>
  /** SQLite: the last server was killed, and the write-ahead log with its newest commits is missing. */
  readonly isLogMissing: boolean
  /** SQLite: from now on a lost log is noticed at the next start. There must have been a commit. */
  markOpen(): void
  close(): Promise<void>
}

interface PostgresLimits {
  readonly poolSize: number
  readonly lockMs: number
  readonly idleMs: number
  /** Whether PostgreSQL caches the plans of frequent statements. */
  readonly namedStatements?: boolean
  /** How long a connection may be in use before it counts as lost. */
  readonly maxUseMs?: number
}

interface At {
  /** SQLite: beside a server that holds the data folder, for a short change. */
  readonly besideServer?: boolean
  readonly databaseUrl: string | undefined
  readonly dataDir: string
  readonly postgres?: PostgresLimits
  readonly onSyncFailure?: OnSyncFailure
  /** Called with the first fault of the stored data. */
  readonly onFault?: (sentence: string) => void
}

/** For callers without settings, such as tests on a busy machine. A server passes its settings. */
const patientLimits: PostgresLimits = { poolSize: 12, lockMs: 60_000, idleMs: 60_000 }

const connectPostgres = (url: string, limits: PostgresLimits, faults: Faults): Database => {
  const open = (pool: pg.Pool) => {
    const statements = statementPool(pool, { isNaming: limits.namedStatements !== false })
    return new Kysely<Tables>({ dialect: postgresDialect(statements, limits) })
  }
  const pool = openPool(url, { size: limits.poolSize, maxUseMs: limits.maxUseMs })
  const db = open(pool)
  return {
    engine: 'postgres',
    db,
    faults,
    groupCommit: (work, options) => retryConflicts(() => runPipelined(db, work, options)),
    withoutTimeLimit: async (work) => {
      const patient = open(openPool(url, { size: 1, maxUseMs: null }))
      try {
        return await work(patient)
      } finally {
        await patient.destroy()
      }
    },
    poolLoad: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    checkpoint: async () => {},
    isLogMissing: false,
    markOpen: () => {},
    close: () => db.destroy(),
  }
}

/** Opens PostgreSQL if a URL is given, otherwise the SQLite file in the data folder, which is then held. */
export function connect(at: At): Database {
  const faults = createFaults(at.onFault)
  if (at.databaseUrl) return connectPostgres(at.databaseUrl, at.postgres ?? patientLimits, faults)
  const { dataDir, onSyncFailure = endProcess, besideServer = false } = at
  return connectSqlite(dataDir, { onSyncFailure, faults, besideServer })
}
