/**
 * Checks the SQLite file for damage with `quick_check`. A small file is checked before the server starts. A large one
 * is checked by a thread with its own connection, and the start waits a few seconds for it: 1 GB takes half a second
 * from memory, and 18 seconds from a slow disk.
 */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import type { Faults } from '../faults.ts'
import { damagedFault, damagedFile, StorageRejection } from '../storage-errors.ts'

const smallFile = 32 * 1024 * 1024
const waitMs = 3_000

/** @returns whether the file is intact */
export function isWhole(file: string): boolean {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 1_000 })
  try {
    return database.prepare('pragma quick_check(1)').get()?.quick_check === 'ok'
  } catch (error) {
    const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0
    if (code !== 11) throw error
    return false
  } finally {
    database.close()
  }
}

const checkInThread = (file: string) =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./check-file-thread.ts', import.meta.url), { workerData: file })
    worker.unref()
    worker.once('message', resolve)
    worker.once('error', reject)
  })

/**
 * @param faults receives damage that is found after the start
 * @throws StorageRejection when the file is found damaged in time
 */
export async function checkFile(
  dataDir: string,
  faults: Faults,
  { small, wait } = { small: smallFile, wait: waitMs },
): Promise<void> {
  const file = join(dataDir, 'envhold.db')
  if (statSync(file).size <= small) {
    if (!isWhole(file)) throw new StorageRejection(damagedFile(file))
    return
  }
  const { promise: late, resolve } = Promise.withResolvers<'late'>()
  const timer = setTimeout(() => resolve('late'), wait)
  const checked = checkInThread(file).then((whole) => {
    if (!whole) faults.add(damagedFault)
    return whole
  })
  const outcome = await Promise.race([checked, late]).finally(() => clearTimeout(timer))
  if (outcome === false) throw new StorageRejection(damagedFile(file))
  // A check that cannot run says nothing about the file. A read of a damaged page fails by itself.
  if (outcome === 'late') checked.catch(() => {})
}

const lockMs = 30_000

/**
 * Copies a SQLite database beside its server, as one consistent state. Writers go on meanwhile. Blocks until it is done.
 * @param to an empty file
 */
export function copySqlite(from: string, to: string): void {
  const source = new DatabaseSync(from, { readOnly: true, timeout: lockMs })
  try {
    source.prepare('vacuum into ?').run(to)
  } finally {
    source.close()
  }
}
