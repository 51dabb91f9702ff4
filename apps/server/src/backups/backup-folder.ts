/** The files of backups, in a folder of the data folder. */
import { existsSync } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { rowMac, verifyRow } from '@envhold/integrity/row.ts'
import type { ServerSecrets } from '@envhold/integrity/server-secret.ts'
import { z } from 'zod'
import type { Config } from '../config/config.ts'
import { createFile } from '../config/create-file.ts'
import type { Engine } from '../db/connect.ts'
import { parseStored } from '../db/parse-stored.ts'
import { isForbidden, isFull } from '../db/storage-errors.ts'

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

export const recordPathOf = (path: string) => `${path}${recordEnd}`

export const readRecordText = (path: string): Promise<string | undefined> =>
  readFile(recordPathOf(path), 'utf8').catch(() => undefined)

/** @throws BackupError if it is missing, or the system's error */
export async function requireRecordText(path: string): Promise<string> {
  const file = recordPathOf(path)
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    throw isForbidden(error) ? error : new BackupError(`${file} is missing: it is made with each backup.`)
  }
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
  const written = await createFile(recordDraft)
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

/** What is known of a backup: a JSON file beside it, with a MAC under the server secret, and a column of its row. */
const head = z.object({ sequence: z.int().min(0), mac: z.string().max(200) })

const recordOfFile = z.object({
  format: z.literal(1),
  file: z.string().max(100),
  node: z.string().max(300),
  size: z.int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  startedAt: z.int(),
  finishedAt: z.int(),
  origin: z.enum(['operator', 'schedule', 'command']),
  /** The id of the operator's account. */
  startedBy: z.int().nullable(),
  engine: z.enum(['sqlite', 'postgres']),
  engineVersion: z.string().max(50),
  /** Of Envhold. */
  version: z.string().max(50),
  /** What was stored before it began, so that all of this is in it. */
  state: z.object({
    instanceId: z.string().max(100),
    activity: head,
    root: head,
    usage: z
      .object({ projectId: z.int().min(1), sequence: z.int().min(1), link: z.string().max(200) })
      .nullable(),
  }),
})
export type BackupRecord = z.output<typeof recordOfFile>

const recordWithMac = recordOfFile.extend({ mac: z.string().max(200) })

/** The record in a row of a backup. @throws StoredJsonError */
export const recordOfRow = (text: string): BackupRecord => parseStored(recordOfFile, text)

const rowOf = (record: BackupRecord) => ({
  table: 'backup',
  id: record.file,
  fields: { record: JSON.stringify(record) },
})

export function writeRecord(secrets: ServerSecrets, record: BackupRecord): string {
  const mac = Buffer.from(rowMac(secrets, rowOf(record))).toString('hex')
  return JSON.stringify({ ...record, mac })
}

/** Why a record that `readRecord` rejects cannot be used, and what to do. */
export function recordProblem(secrets: ServerSecrets, text: string): BackupError {
  try {
    const { mac } = parseStored(recordWithMac, text)
    const [kid = 0] = Buffer.from(mac, 'hex')
    if (kid > 0 && !secrets.byKid.has(kid))
      return new BackupError(
        `It needs the former server secret, number ${kid}: put it in SERVER_SECRET too, after the newest one.`,
      )
  } catch {
    return new DamagedBackupError('Its record is damaged.')
  }
  return new BackupError(
    'Its record was changed, or written under another server secret. Set SERVER_SECRET to the one in use when it was made, or use the record (.json) of another copy.',
  )
}

/** @returns undefined if it is damaged, or was not written under a secret of this server */
export function readRecord(secrets: ServerSecrets, text: string): BackupRecord | undefined {
  try {
    const { mac, ...record } = parseStored(recordWithMac, text)
    verifyRow(secrets, rowOf(record), Buffer.from(mac, 'hex'))
    return record
  } catch {
    return undefined
  }
}

/** Why a backup could not be made or verified, in words for an operator, without text from outside. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
  /** A place off this machine does not let the server do something. */
  readonly isDenied: boolean = false
}

/** The backup itself is damaged: any other error leaves open whether it is. */
export class DamagedBackupError extends BackupError {}

export const megabytes = (bytes: number) => `${Math.ceil(bytes / 1024 / 1024).toLocaleString('en-US')} MB`

const fullDisk = new BackupError(
  'The disk became full. The unfinished file is deleted. Free some space and try again.',
)

/** The error as a kind that people understand; undefined for one that only the log explains. */
export const explainError = (error: unknown): BackupError | undefined => {
  if (error instanceof BackupError) return error
  if (isForbidden(error) && error.path !== undefined)
    return new BackupError(
      `The server's user may not read and write ${error.path}. Make that user its owner.`,
    )
  return isFull(error) ? fullDisk : undefined
}
