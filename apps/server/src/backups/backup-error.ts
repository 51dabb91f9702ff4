/** Why a backup could not be made or verified, in words for an operator, without text from outside. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}

const fullDisk = new BackupError(
  'The disk became full. The unfinished file is deleted. Free some space and try again.',
)

/** SQLite: disk full; the system: no space, quota exceeded. */
const isFull = (error: unknown): boolean =>
  error instanceof Error &&
  (('errcode' in error && error.errcode === 13) ||
    ('code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')))

/** The error as a kind that people understand; undefined for one that only the log explains. */
export const explainError = (error: unknown): BackupError | undefined => {
  if (error instanceof BackupError) return error
  return isFull(error) ? fullDisk : undefined
}
