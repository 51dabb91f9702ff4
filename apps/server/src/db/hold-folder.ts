import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export class FolderHeldError extends Error {
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
 * Locks a data folder for this process: an exclusive lock on a small SQLite file beside the data, which the operating
 * system releases when the process ends, in any way.
 * @returns a function that unlocks the folder
 * @throws FolderHeldError when another process has locked it
 */
export function holdFolder(folder: string): () => void {
  const lock = new DatabaseSync(join(folder, 'held.lock'), { timeout: 0 })
  try {
    lock.exec('pragma locking_mode = exclusive; pragma journal_mode = delete; begin exclusive')
  } catch (error) {
    lock.close()
    const busy = error instanceof Error && /locked|busy/i.test(error.message)
    throw busy ? new FolderHeldError(folder) : error
  }
  return () => lock.close()
}
