import { chmodSync, closeSync, openSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from '../config/config.ts'

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
  const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? ownerOnly
  if ((mode & forOthers) === 0) return false
  try {
    chmodSync(path, ownerOnly)
    return true
  } catch {
    throw new ConfigError([
      `${path} is readable by other users, and this user cannot change that: run chmod 600 on it`,
    ])
  }
}
