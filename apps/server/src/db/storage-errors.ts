import { accessSync, constants, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { certificateProblem } from '@envhold/contract/certificate-problem.ts'
import { CommitWarning } from './postgres/postgres-connection.ts'

/** The stored data cannot be used in its current state. The message is for the person who starts the server. */
export class StorageRejection extends Error {
  override readonly name = 'StorageRejection'
  /** Whether a later start can succeed without manual repair. */
  readonly isTemporary: boolean

  constructor(
    message: string,
    { isTemporary = false, cause }: { isTemporary?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause })
    this.isTemporary = isTemporary
  }
}

const sqlite = { readOnly: 8, inputOutput: 10, damaged: 11, full: 13, cannotOpen: 14, notDatabase: 26 }

/** The public description, without a path. */
export const damagedFault = 'The database file is damaged.'

export const damagedFile = (file: string) =>
  `The database ${file} is damaged. Keep a copy of the data folder, then restore a backup (docs/runbooks/back-up-and-restore.md).`

const isUsable = (path: string): boolean => {
  try {
    accessSync(path, constants.R_OK | constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** SQLite does not say which file it may not use. */
function findUnusable(folder: string): string | undefined {
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .find((path) => !isUsable(path))
}

function readOnly(folder: string, path?: string): StorageRejection {
  const unusable = isUsable(folder) ? (path ?? findUnusable(folder)) : undefined
  return new StorageRejection(
    unusable === undefined
      ? `The data folder ${folder}, or a file in it, is read-only for this user. Give the user write access, or set DATA_DIR to another folder. With systemd, name it in ReadWritePaths=, too (systemctl edit envhold).`
      : `${unusable} cannot be read and written by this user. Give the data folder with all its files to the user of the server: chown -R USER ${folder}`,
  )
}

const full = (folder: string) =>
  new StorageRejection(`The disk that holds ${folder} is full. Free some space, then start again.`, {
    isTemporary: true,
  })

const ofSqlite = (code: number, folder: string): StorageRejection | undefined => {
  const file = `${folder}/envhold.db`
  if (code === sqlite.notDatabase)
    return new StorageRejection(
      `${file} is not an Envhold database. Move it away, or restore the right file from a backup.`,
    )
  if (code === sqlite.damaged) return new StorageRejection(damagedFile(file))
  if (code === sqlite.readOnly || code === sqlite.cannotOpen) return readOnly(folder)
  if (code === sqlite.full) return full(folder)
  if (code === sqlite.inputOutput)
    return new StorageRejection(`The disk that holds ${folder} failed. Check the disk and its free space.`)
  return undefined
}

/** Whether the file system does not let this user read or write. */
export const isForbidden = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error &&
  'code' in error &&
  (error.code === 'EROFS' || error.code === 'EACCES' || error.code === 'EPERM')

/** SQLite: disk full; the system: no space, quota exceeded. */
export const isFull = (error: unknown): boolean =>
  error instanceof Error &&
  (('errcode' in error && error.errcode === 13) ||
    ('code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')))

/** Explains an error of SQLite or the file system about the data folder. Returns any other error unchanged. */
export function explainStorageError(error: unknown, folder: string): unknown {
  if (!(error instanceof Error)) return error
  if ('errcode' in error && typeof error.errcode === 'number')
    return ofSqlite(error.errcode & 0xff, folder) ?? error
  if (
    !('code' in error) ||
    !('syscall' in error) ||
    !('path' in error || 'fd' in error || error.syscall === 'write')
  )
    return error
  if (isForbidden(error)) return readOnly(folder, error.path)
  return isFull(error) ? full(folder) : error
}

/** Whether a database rejected a row because of a unique constraint. */
export const isUniqueViolation = (error: unknown) =>
  error instanceof Error &&
  (('code' in error && error.code === '23505') || /UNIQUE constraint failed/.test(error.message))

/** Rejects with another error where work violates a unique constraint. */
export const ifTaken = <T>(work: Promise<T>, taken: () => Error): Promise<T> =>
  work.catch((error: unknown) => {
    throw isUniqueViolation(error) ? taken() : error
  })

const inputOutputError = 74
const failedFsync = 1034
const failedFolderFsync = 1290

/**
 * Ends the process. Data that a failed sync should have written may be gone from memory, and only recovery detects
 * that.
 */
export type OnSyncFailure = (error: unknown) => never

/** Exit code 74 of sysexits.h tells a supervisor to restart the process, which recovers the database. */
export const endProcess = (): never => process.exit(inputOutputError)

/** Whether SQLite reports that `fsync` of a file or its folder failed. */
export const isSyncFailure = (error: unknown) =>
  error instanceof Error &&
  'errcode' in error &&
  (error.errcode === failedFsync || error.errcode === failedFolderFsync)

/**
 * Error codes of the operating system for a lost connection, and of PostgreSQL for itself (SQLSTATE, appendix A of its
 * manual).
 */
const transientCodes =
  /^(?:ECONN(?:REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|E(?:HOST|NET)UNREACH|ENOTFOUND|EAI_AGAIN|08...|53...|57P..|25P03|25006|40001|40P01|55P03)$/
/** The driver's own errors have no code. */
const driverMessages =
  /^(?:Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Client was closed)/
/** SQLite: busy, locked, read-only, I/O error, corrupt, disk full, not a database. */
const sqliteCodes = new Set([5, 6, 8, 10, 11, 13, 26])

/** Whether an error means that the database cannot be used right now, rather than that the query was wrong. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof CommitWarning) return true
  if ('errcode' in error && typeof error.errcode === 'number') return sqliteCodes.has(error.errcode & 0xff)
  return 'code' in error && typeof error.code === 'string'
    ? transientCodes.test(error.code) || certificateProblem(error.code) !== undefined
    : driverMessages.test(error.message)
}
