/** The files of backups, in a folder of the data folder. */
import { existsSync } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import type { Engine } from '../db/connect.ts'
import { BackupError } from './backup-error.ts'

const extensions = { sqlite: 'db', postgres: 'dump' } as const satisfies Record<Engine, string>
const name = /^envhold-\d{8}T\d{6}Z\.(db|dump)$/
const draftEnd = '.part'
/** Of SQLite, beside a draft whose copying failed. */
const journalEnd = `${draftEnd}-journal`
const recordEnd = '.json'

export const backupFolder = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'backups')

/** Such as `envhold-20261122T141502Z.db`. */
export const fileNameAt = (time: number, engine: Engine): string =>
  `envhold-${new Date(time).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z.${extensions[engine]}`

/** The path of a backup. A name that is not one of a backup, such as one with a slash, leads nowhere. */
export function pathOf(folder: string, file: string): string {
  if (!name.test(file)) throw new Error('This is not the name of a backup')
  return join(folder, file)
}

export const isHere = (folder: string, file: string): boolean => existsSync(pathOf(folder, file))

const recordPathOf = (path: string) => `${path}${recordEnd}`

export const readRecordText = (path: string): Promise<string | undefined> =>
  readFile(recordPathOf(path), 'utf8').catch(() => undefined)

/** @throws BackupError if it is missing */
export async function requireRecordText(path: string): Promise<string> {
  const text = await readRecordText(path)
  if (text === undefined)
    throw new BackupError(`${recordPathOf(path)} is missing: it is made with each backup.`)
  return text
}

/** Creates an empty file that only its owner can read, beside the backup that it becomes. @returns its path */
export async function createDraft(folder: string, file: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const draft = `${pathOf(folder, file)}${draftEnd}`
  await (await open(draft, 'wx', 0o600)).close()
  return draft
}

const sync = async (path: string) => {
  const opened = await open(path, 'r')
  try {
    await opened.sync()
  } finally {
    await opened.close()
  }
}

/** On Windows a folder cannot be opened. */
const syncFolder = async (folder: string) => {
  if (process.platform !== 'win32') await sync(folder)
}

/** Gives a complete draft its name, once it and its record are on disk. */
export async function publishDraft(folder: string, file: string, record: string): Promise<void> {
  const path = pathOf(folder, file)
  const recordDraft = `${recordPathOf(path)}${draftEnd}`
  const written = await open(recordDraft, 'w', 0o600)
  try {
    await written.writeFile(`${record}\n`)
    await written.sync()
  } finally {
    await written.close()
  }
  await sync(`${path}${draftEnd}`)
  await rename(recordDraft, recordPathOf(path))
  await rename(`${path}${draftEnd}`, path)
  await syncFolder(folder)
}

/** Removes what is left of a backup that was not completed. */
export async function removeDraft(folder: string, file: string): Promise<void> {
  const path = pathOf(folder, file)
  const drafts = [`${path}${draftEnd}`, `${path}${journalEnd}`, `${recordPathOf(path)}${draftEnd}`]
  for (const left of drafts) await rm(left, { force: true })
  if (!isHere(folder, file)) await rm(recordPathOf(path), { force: true })
}

export async function removeBackupFile(folder: string, file: string): Promise<void> {
  const path = pathOf(folder, file)
  await rm(path, { force: true })
  await rm(recordPathOf(path), { force: true })
}

interface FoundFiles {
  readonly backups: readonly string[]
  /** Backups that were not completed. */
  readonly drafts: readonly string[]
}

export async function findFiles(folder: string): Promise<FoundFiles> {
  const names = await readdir(folder).catch(() => [])
  const drafts = names
    .filter((file) => file.endsWith(draftEnd) || file.endsWith(journalEnd))
    .map((file) => file.replace(/(\.json)?\.part(-journal)?$/, ''))
  return {
    backups: names.filter((file) => name.test(file)),
    drafts: drafts.filter((file) => name.test(file)),
  }
}

/** How much may still be written to the disk of a folder that may not exist yet, in bytes. */
export async function freeBytes({ dataDir }: Pick<Config, 'dataDir'>): Promise<number> {
  const { bavail, bsize } = await statfs(dataDir)
  return bavail * bsize
}
