/** Scratch folders in the data folder, for decrypted backups from another place. */
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { lockDataDir } from '../db/sqlite/data-files.ts'

const start = 'received-'
/** With the end that `mkdtemp` adds. */
const name = /^received-\w{6}$/

export interface ReceivedFolder {
  readonly folder: string
  readonly remove: () => Promise<void>
}

/** Makes a folder that is locked until this process removes it or ends. */
export async function makeReceivedFolder(dataDir: string): Promise<ReceivedFolder> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const folder = await mkdtemp(join(dataDir, start))
  const unlock = lockDataDir(folder)
  const remove = async () => {
    unlock()
    await removeFolder(folder)
  }
  return { folder, remove }
}

/** Deletes the folders of processes that were killed. One that cannot be locked is in use, or not ours. */
export async function removeAbandonedFolders(dataDir: string): Promise<void> {
  for (const entry of (await readdir(dataDir).catch(() => [])).filter((file) => name.test(file))) {
    const folder = join(dataDir, entry)
    try {
      lockDataDir(folder)()
    } catch {
      continue
    }
    await removeFolder(folder)
  }
}

/** A process that was just ended may still have written to it. */
const removeFolder = (folder: string) => rm(folder, { recursive: true, force: true, maxRetries: 5 })
