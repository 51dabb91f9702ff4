import { chmodSync, closeSync, openSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from '../config/config.ts'

const ownerOnly = 0o600
const forOthers = 0o077
/** The database and the files that SQLite stores beside it. */
const names = ['envhold.db', 'envhold.db-wal', 'envhold.db-shm', 'held.lock']

/**
 * Makes the files of the SQLite database readable only by their owner, whatever the mode of the folder and the umask.
 * The database is created here if it is missing: SQLite gives the files beside it the mode of the database.
 * @returns the files that others could read before
 * @throws ConfigError for a file whose mode cannot be changed
 */
export function closeFiles(dataDir: string): string[] {
  if (process.platform === 'win32') return []
  closeSync(openSync(join(dataDir, 'envhold.db'), 'a', ownerOnly))
  return names.filter((name) => closeFile(join(dataDir, name)))
}

function closeFile(path: string): boolean {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? ownerOnly
  if ((mode & forOthers) === 0) return false
  try {
    chmodSync(path, ownerOnly)
    return true
  } catch {
    throw new ConfigError([
      `${path} can be read by others, and this user may not change that: run chmod 600 on it`,
    ])
  }
}
