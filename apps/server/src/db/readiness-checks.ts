import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DbContext } from '../context.ts'
import type { ReadinessCheck } from '../http/readiness.ts'
import { findRecordingFault } from './check-recording.ts'
import { findVersionFault } from './check-version.ts'
import type { Faults } from './faults.ts'
import { findMoveFault } from './move-mark.ts'

/** The space that the next records need: between two checks SQLite's write-ahead log seldom grows by more. */
const probe = Buffer.alloc(256 * 1024)

/** Writes a file and removes it. This fails on a full disk, a quota or a read-only file system. */
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
      // There may be no file to remove.
    })
  }
}

/**
 * Ready means that a call can be recorded, which every response needs, and that the rows are those of this version: an
 * older version would reject newer rows as tampered.
 */
export function readinessChecks(
  { db, engine, config }: DbContext<'engine' | 'config'>,
  faults: Faults,
): ReadinessCheck[] {
  const database: ReadinessCheck = {
    part: 'database',
    find: async () =>
      faults.first ??
      (await findVersionFault(db)) ??
      (await findMoveFault(db)) ??
      (await findRecordingFault({ db, engine, faults })),
  }
  if (engine === 'postgres') return [database]
  return [database, { part: 'disk', find: () => findDiskFault(config.dataDir) }]
}
