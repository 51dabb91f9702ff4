import { chmodSync, closeSync, existsSync, lstatSync, openSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { ConfigError } from '../../config/config.ts'

const ownerOnly = 0o600
const forOthers = 0o077
/** The database and the files that SQLite stores beside it. */
const names = ['envhold.db', 'envhold.db-wal', 'envhold.db-shm', 'held.lock']

/**
 * Makes the files of the SQLite database readable by their owner only, whatever the mode of the folder and the umask.
 * Creates the database here if it is missing, because SQLite copies the database's mode to the files beside it.
 * @returns the files that others could read until now
 * @throws ConfigError for a file whose mode cannot be changed
 */
export function restrictFiles(dataDir: string): string[] {
  if (process.platform === 'win32') return []
  closeSync(openSync(join(dataDir, 'envhold.db'), 'a', ownerOnly))
  return names.filter((name) => restrictFile(join(dataDir, name)))
}

function restrictFile(path: string): boolean {
  // Root follows no link: the owner of the folder may have it lead to a file of the system.
  const read = process.getuid?.() === 0 ? lstatSync : statSync
  const stats = read(path, { throwIfNoEntry: false })
  if (!stats?.isFile() || (stats.mode & forOthers) === 0) return false
  try {
    chmodSync(path, ownerOnly)
    return true
  } catch {
    throw new ConfigError([
      `${path} is readable by other users, and this user cannot change that: run chmod 600 on it`,
    ])
  }
}

/** A backup that becomes the database once it is copied. */
export const restoreDraftOf = (dataDir: string): string => join(dataDir, 'envhold.db.part')

/** For the process that has the lock of the data folder: a restore that was killed has left it. */
export const removeRestoreDraft = (dataDir: string): void => rmSync(restoreDraftOf(dataDir), { force: true })

export class DataDirLockedError extends Error {
  override readonly name = 'FolderHeldError'
  readonly folder: string

  constructor(folder: string) {
    super(
      `Another Envhold process is using the data folder ${folder}. Stop it first, or set DATA_DIR to another folder.`,
    )
    this.folder = folder
  }
}

/**
 * Holds a data folder for this process: takes an exclusive lock on a small SQLite file beside the data. The operating
 * system releases the lock when the process ends, however it ends.
 * @returns a function that releases the folder
 * @throws DataDirLockedError when another process holds it
 */
export function lockDataDir(folder: string): () => void {
  const path = join(folder, 'held.lock')
  // To close a file that exists would end the lock of this process on it.
  if (!existsSync(path)) closeSync(openSync(path, 'a', ownerOnly))
  const lock = new DatabaseSync(path, { timeout: 0 })
  try {
    lock.exec('pragma locking_mode = exclusive; pragma journal_mode = delete; begin exclusive')
  } catch (error) {
    lock.close()
    const busy = error instanceof Error && /locked|busy/i.test(error.message)
    throw busy ? new DataDirLockedError(folder) : error
  }
  return () => lock.close()
}
