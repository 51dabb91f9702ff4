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
export const isSyncFailure = (error: unknown): boolean =>
  error instanceof Error &&
  'errcode' in error &&
  (error.errcode === failedFsync || error.errcode === failedFolderFsync)
