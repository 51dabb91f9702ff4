import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

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
  const lock = new DatabaseSync(join(folder, 'held.lock'), { timeout: 0 })
  try {
    lock.exec('pragma locking_mode = exclusive; pragma journal_mode = delete; begin exclusive')
  } catch (error) {
    lock.close()
    const busy = error instanceof Error && /locked|busy/i.test(error.message)
    throw busy ? new DataDirLockedError(folder) : error
  }
  return () => lock.close()
}
