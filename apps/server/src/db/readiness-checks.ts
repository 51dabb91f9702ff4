import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from '../context.ts'
import type { ReadinessCheck } from '../http/readiness.ts'
import { findRecordingFault } from './check-recording.ts'

/** Enough for the next records: SQLite's write-ahead log rarely grows by more between two checks. */
const probe = Buffer.alloc(256 * 1024)

/** Writes a file and removes it: it fails on a full disk, with an exceeded quota or on a read-only file system. */
async function findDiskFault(dataDir: string): Promise<string | undefined> {
  const file = join(dataDir, `write-probe.${process.pid}`)
  try {
    await writeFile(file, probe, { mode: 0o600 })
    return undefined
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    if (code === 'ENOSPC' || code === 'EDQUOT') return 'The disk that holds the data folder is full.'
    return 'The data folder cannot be written to.'
  } finally {
    await rm(file, { force: true }).catch(() => {
      // A file that could not be written need not be removed.
    })
  }
}

/** Ready means that a call can be recorded, which every response requires. */
export function readinessChecks({
  db,
  engine,
  faults,
  config,
}: Pick<Context, 'db' | 'engine' | 'faults' | 'config'>): ReadinessCheck[] {
  const database: ReadinessCheck = {
    part: 'database',
    find: async () => faults.first ?? (await findRecordingFault({ db, engine })),
  }
  if (engine === 'postgres') return [database]
  return [database, { part: 'disk', find: () => findDiskFault(config.dataDir) }]
}
