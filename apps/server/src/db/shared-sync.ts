import { closeSync, fdatasync, openSync } from 'node:fs'
import { promisify } from 'node:util'
import { type Kysely, sql } from 'kysely'
import { createBatch } from './batch.ts'
import type { OnSyncFailure } from './sync-failure.ts'
import type { Tables } from './tables.ts'
import type { Trx } from './transaction.ts'

const sync = promisify(fdatasync)

/** The write-ahead log of a SQLite file, which contains every commit until it is checkpointed. */
export interface Wal {
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
  const syncs = createBatch<void, void>(async () => {
    opened ??= openSync(`${path}-wal`, 'r+')
    await sync(opened).catch(onSyncFailure)
    return []
  })
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
export const commitUnsynced = <T>(db: Kysely<Tables>, work: (trx: Trx) => Promise<T>): Promise<T> =>
  db.connection().execute(async (connection) => {
    await sql`pragma synchronous = normal`.execute(connection)
    try {
      return await connection.transaction().execute(work)
    } finally {
      await sql`pragma synchronous = full`.execute(connection)
    }
  })
