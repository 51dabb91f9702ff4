import { closeSync, fdatasync, openSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { Kysely, sql } from 'kysely'
import { createBatch } from '../batch.ts'
import type { Faults } from '../faults.ts'
import { openMarkOf } from '../marks/open-mark.ts'
import { damagedFault, isSyncFailure, type OnSyncFailure } from '../storage-errors.ts'
import type { Tables } from '../tables.ts'
import type { Transact, Trx } from '../transaction.ts'
import { endOfTick } from '../yield-to-event-loop.ts'
import { lockDataDir } from './data-files.ts'
import { sqliteDialect } from './sqlite-dialect.ts'

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
  const groupCommit: Transact = async (work, { whileCommitting } = {}) => {
    const result = await commitUnsynced(db, work)
    const synced = log.sync()
    if (whileCommitting) setImmediate(whileCommitting)
    await synced
    return result
  }
  return {
    engine: 'sqlite' as const,
    db,
    faults,
    groupCommit,
    withoutTimeLimit: <T>(work: (own: Kysely<Tables>) => Promise<T>) => work(db),
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
      pragma cache_size = -8000;
      pragma wal_autocheckpoint = 2000;
    `)
    return file
  } catch (error) {
    file.close()
    throw error
  }
}

const sync = promisify(fdatasync)

/** The write-ahead log of a SQLite file, which contains every commit until it is checkpointed. */
interface Wal {
  /** Resolves once everything committed before is on disk. Concurrent callers share one sync. */
  sync(): Promise<void>
  close(): Promise<void>
}

/**
 * The log exists from the first write to the last close, and is opened on first use. After a failed sync the kernel may
 * have dropped the pages, and the next sync would succeed without them, so a failure ends the process.
 */
export function walOf(path: string, onSyncFailure: OnSyncFailure): Wal {
  let opened: number | undefined
  let closed = false
  const syncs = createBatch<void, void>(
    async () => {
      opened ??= openSync(`${path}-wal`, 'r+')
      await sync(opened).catch(onSyncFailure)
      return []
    },
    { gather: endOfTick },
  )
  return {
    sync: async () => {
      // A sync of a closed file would fail and be mistaken for a disk failure.
      if (closed) throw new Error('The write-ahead log is closed')
      await syncs.add()
    },
    close: async () => {
      closed = true
      if (opened === undefined) return
      await syncs.add()
      closeSync(opened)
    },
  }
}

/**
 * Commits without waiting for the disk, on a connection whose other commits all wait. `Wal.sync` must follow before the
 * caller responds. SQLite's own sync would block the whole process for as long as the disk takes.
 */
const commitUnsynced = <T>(db: Kysely<Tables>, work: (trx: Trx) => Promise<T>) =>
  db.connection().execute(async (connection) => {
    await sql`pragma synchronous = normal`.execute(connection)
    try {
      return await connection.transaction().execute(work)
    } finally {
      await sql`pragma synchronous = full`.execute(connection)
    }
  })
