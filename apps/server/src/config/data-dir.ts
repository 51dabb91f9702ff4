import { chmodSync, mkdirSync, statSync } from 'node:fs'
import { ConfigError } from './config.ts'

const modeOfOthers = 0o007

/**
 * Makes the data folder one of this user alone: creates it with mode 0700, or gives it that mode. A folder of somebody
 * else, as in some volumes, keeps its mode unless all users can enter it.
 */
export function makeDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    throw new ConfigError([
      `DATA_DIR cannot be created at ${dataDir} (${code}): name a folder that this user can write to, with systemd also in ReadWritePaths=`,
    ])
  }
  try {
    chmodSync(dataDir, 0o700)
  } catch (error) {
    // On a disk that is mounted for reading, a tool looks at a copy.
    const isReadOnly = error instanceof Error && 'code' in error && error.code === 'EROFS'
    if (isReadOnly || (statSync(dataDir).mode & modeOfOthers) === 0) return
    throw new ConfigError([
      `DATA_DIR is open to every user of this machine, and belongs to another one: run chmod 700 ${dataDir} as its owner`,
    ])
  }
}
