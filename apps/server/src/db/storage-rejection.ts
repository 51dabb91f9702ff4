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

export const damagedFile = (file: string): string =>
  `The database ${file} is damaged. Keep a copy of the data folder, then restore a backup (docs/runbooks/back-up-and-restore.md).`

const readOnly = (folder: string): StorageRejection =>
  new StorageRejection(
    `The data folder ${folder}, or a file in it, is read-only for this user. Give the user write access, or set DATA_DIR to another folder.`,
  )

const full = (folder: string): StorageRejection =>
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
  if (error.code === 'EROFS' || error.code === 'EACCES' || error.code === 'EPERM') return readOnly(folder)
  return error.code === 'ENOSPC' || error.code === 'EDQUOT' ? full(folder) : error
}
