const inputOutputError = 74
const failedFsync = 1034
const failedFolderFsync = 1290

/** Ends the process: what a failed sync should have written may be lost from memory, and only recovery can tell. */
export type OnSyncFailure = (error: unknown) => never

/** Exit code 74 of sysexits.h tells a supervisor to start the process again, which recovers the database. */
export const endProcess = (): never => process.exit(inputOutputError)

/** Whether SQLite reports that `fsync` failed, of a file or of its folder. */
export const isSyncFailure = (error: unknown): boolean =>
  error instanceof Error &&
  'errcode' in error &&
  (error.errcode === failedFsync || error.errcode === failedFolderFsync)
