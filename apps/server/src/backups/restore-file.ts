import { constants } from 'node:fs'
import { chmod, copyFile, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { lockDataDir, restoreDraftOf } from '../db/sqlite/data-files.ts'
import { explainError } from './backup-folder.ts'
import { requireSpace } from './make-backup.ts'

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )

/**
 * Puts a backup in the place of a SQLite database that no server uses.
 * @returns where the replaced database is now; undefined if there was none
 * @throws DataDirLockedError, BackupError, or the system's error: then the database is where it was
 */
export async function restoreFile(dataDir: string, backup: string, now: number): Promise<string | undefined> {
  const release = lockDataDir(dataDir)
  const file = join(dataDir, 'envhold.db')
  const draft = restoreDraftOf(dataDir)
  try {
    await requireSpace({ config: { dataDir } }, (await stat(backup)).size)
    await rm(draft, { force: true })
    await copyFile(backup, draft, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL)
    await chmod(draft, 0o600)
    const written = await open(draft, 'r+')
    await written.sync()
    await written.close()
    const replaced = await setAside(file, join(dataDir, `${folderPrefix}${stampOf(now)}`))
    await rename(draft, file)
    return replaced
  } catch (error) {
    throw explainError(error) ?? error
  } finally {
    await rm(draft, { force: true })
    release()
  }
}

const folderPrefix = 'before-restore-'
/** A mark in the folder of a replaced database: what was revoked in it is not on the list yet. */
const unreadMark = 'unread'

/** The replaced databases that no restore has read to its end, the oldest first. */
export async function listUnread(dataDir: string): Promise<string[]> {
  const names = (await readdir(dataDir)).filter((name) => name.startsWith(folderPrefix)).toSorted()
  const unread: string[] = []
  for (const folder of names.map((name) => join(dataDir, name))) {
    const file = join(folder, 'envhold.db')
    if ((await exists(join(folder, unreadMark))) && (await exists(file))) unread.push(file)
  }
  return unread
}

/** Notes that what was revoked in a replaced database is on the list. */
export const markRead = (replaced: string) => rm(join(dirname(replaced), unreadMark), { force: true })

/** With milliseconds: another restore can follow within a second. */
const stampOf = (now: number) => new Date(now).toISOString().slice(0, 23).replaceAll(/[-:.]/g, '')

/**
 * Its write-ahead log goes first: beside another database it would be taken for that one's. The mark that the log is
 * needed goes last.
 */
async function setAside(file: string, folder: string): Promise<string | undefined> {
  const parts = ['-wal', '-shm', '', '-open']
  const there = []
  for (const part of parts) if (await exists(`${file}${part}`)) there.push(part)
  if (there.length === 0) return undefined
  await mkdir(folder, { mode: 0o700 })
  await writeFile(join(folder, unreadMark), '')
  for (const part of there) await rename(`${file}${part}`, join(folder, `envhold.db${part}`))
  return there.includes('') ? join(folder, 'envhold.db') : undefined
}
