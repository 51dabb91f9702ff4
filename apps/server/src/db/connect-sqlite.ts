import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely, sql } from 'kysely'
import type { Faults } from './faults.ts'
import { lockDataDir } from './lock-data-dir.ts'
import { openMarkOf } from './open-mark.ts'
import { commitUnsynced, walOf } from './shared-sync.ts'
import { sqliteDialect } from './sqlite-dialect.ts'
import { damagedFault } from './storage-rejection.ts'
import { isSyncFailure, type OnSyncFailure } from './sync-failure.ts'
import type { Tables } from './tables.ts'
import type { Transact } from './transaction.ts'

/** SQLite: corrupt, not a database. */
const damaged = new Set([11, 26])
/** SQLite: read-only, I/O error, disk full. */
const cannotWrite = new Set([8, 10, 13])

const hasCode = (error: unknown, codes: ReadonlySet<number>) =>
  error instanceof Error &&
  'errcode' in error &&
  typeof error.errcode === 'number' &&
  codes.has(error.errcode & 0xff)

interface Options {
  readonly onSyncFailure: OnSyncFailure
  readonly faults: Faults
  /** Leaves the folder to the server that holds it. SQLite itself keeps two writers apart. */
  readonly besideServer: boolean
}

/** How long a statement waits for another process's transaction. A server waits shortly: it blocks meanwhile. */
const lockMs = { server: 1_000, besideServer: 30_000 }

/** Opens the SQLite file in a data folder, and locks the folder until it is closed. */
export function connectSqlite(dataDir: string, { onSyncFailure, faults, besideServer }: Options) {
  const release = besideServer ? () => {} : lockDataDir(dataDir)
  const path = join(dataDir, 'envhold.db')
  let file: DatabaseSync
  try {
    file = openFile(path, besideServer ? lockMs.besideServer : lockMs.server)
  } catch (error) {
    release()
    throw error
  }
  const openMark = openMarkOf(file, dataDir, besideServer)
  const dialect = sqliteDialect(file, (error) => {
    if (isSyncFailure(error)) onSyncFailure(error)
    if (hasCode(error, damaged)) faults.add(damagedFault)
    if (hasCode(error, cannotWrite)) faults.failedToWrite = true
  })
  const db = new Kysely<Tables>({ dialect })
  const log = walOf(path, onSyncFailure)
  const groupCommit: Transact = async (work) => {
    const result = await commitUnsynced(db, work)
    await log.sync()
    return result
  }
  return {
    engine: 'sqlite' as const,
    db,
    faults,
    groupCommit,
    checkpoint: async () => {
      // The other modes wait for readers and block the whole process meanwhile.
      await sql`pragma wal_checkpoint(passive)`.execute(db)
    },
    isLogMissing: openMark.isLogMissing,
    markOpen: openMark.set,
    close: async () => {
      await log.close()
      await openMark.close(() => db.destroy())
      release()
    },
  }
}

function openFile(path: string, timeout: number): DatabaseSync {
  const file = new DatabaseSync(path, { timeout })
  try {
    file.exec(`
      pragma journal_mode = wal;
      pragma synchronous = full;
      pragma foreign_keys = on;
      pragma temp_store = memory;
      pragma cache_size = -16000;
      pragma wal_autocheckpoint = 2000;
    `)
    return file
  } catch (error) {
    file.close()
    throw error
  }
}
