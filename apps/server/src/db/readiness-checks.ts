import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from '../context.ts'
import type { ReadinessCheck } from '../http/readiness.ts'
import { findRecordingFault } from './check-recording.ts'

/** What the next records need: SQLite's write-ahead log seldom grows by more between two checks. */
const probe = Buffer.alloc(256 * 1024)

/** Writes a file and removes it: a full disk, a quota or a read-only file system refuses it. */
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
      // What could not be written need not be removed.
    })
  }
}

/** Ready means that a call can be put on record, which everything that is answered needs. */
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
