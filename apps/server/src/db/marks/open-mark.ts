/**
 * A file marks a SQLite database whose newest commits may be in its write-ahead log only: from a server's first commit
 * until it has closed the database. A killed server leaves both. A mark without a log means that commits which were
 * acknowledged are lost.
 */
import { existsSync, lstatSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'

const contents = 'The newest commits are in envhold.db-wal, until the server has stopped.\n'

/** Moves the log into the database file. @returns whether nothing is left that only the log has */
function moveLog(file: DatabaseSync): boolean {
  try {
    const { log, checkpointed } = file.prepare('pragma wal_checkpoint(passive)').get() ?? {}
    return log === checkpointed
  } catch {
    return false
  }
}

export interface OpenMark {
  /** A server was killed, and the log that it left is missing. */
  readonly isLogMissing: boolean
  /** There must have been a commit: the log then contains it until the database is closed. */
  readonly set: () => void
  /** Closes the database, and removes the mark if no commit is left in the log. */
  readonly close: (closeDatabase: () => Promise<void>) => Promise<void>
}

/** @param besideServer another process may hold the database, and the mark is its own */
export function openMarkOf(file: DatabaseSync, dataDir: string, besideServer: boolean): OpenMark {
  // The documented restore moves envhold.db* away.
  const path = join(dataDir, 'envhold.db-open')
  const remove = () => rmSync(path, { force: true })
  // SQLite creates an empty log. It never truncates one, so an empty log is a missing one.
  const sizeOfLog = () => statSync(join(dataDir, 'envhold.db-wal'), { throwIfNoEntry: false })?.size
  const isLogMissing = existsSync(path) && !sizeOfLog()
  let isUnexplained = isLogMissing
  return {
    isLogMissing,
    set: () => {
      if (!lstatSync(path, { throwIfNoEntry: false })?.isFile()) {
        remove()
        writeFileSync(path, contents, { mode: 0o600, flag: 'wx', flush: true })
      }
      isUnexplained = false
    },
    close: async (closeDatabase) => {
      // Before SQLite removes the log: a kill in between leaves a log without a mark.
      if (!isUnexplained && !besideServer && moveLog(file)) remove()
      await closeDatabase()
      // The last connection has moved what a killed server had left in the log, and removed it.
      if (!isUnexplained && besideServer && sizeOfLog() === undefined) remove()
    },
  }
}
