import { mkdirSync } from 'node:fs'
import { ConfigError } from './config.ts'

/** Makes the data folder for its owner's eyes alone; one that exists keeps the rights it has. */
export function makeDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    throw new ConfigError([
      `DATA_DIR cannot be made at ${dataDir} (${code}): name a folder this user may write to`,
    ])
  }
}
