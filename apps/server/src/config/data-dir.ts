import { mkdirSync } from 'node:fs'
import { ConfigError } from './config.ts'

/** Creates the data folder with mode 0700; an existing folder keeps its permissions. */
export function makeDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    throw new ConfigError([
      `DATA_DIR cannot be created at ${dataDir} (${code}): name a folder that this user can write to`,
    ])
  }
}
