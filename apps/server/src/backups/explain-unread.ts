import { ConfigError } from '../config/config.ts'
import { StorageRejection } from '../db/storage-errors.ts'
import { BackupError } from './backup-folder.ts'

/** Why a backup whose checksum is right cannot be read here. @param version of Envhold, which made it */
export function explainUnread(error: unknown, version: string): unknown {
  if (error instanceof ConfigError) return new BackupError(`Its checksum is right. ${error.message}`)
  if (!(error instanceof StorageRejection)) return error
  return new BackupError(
    `Its checksum is right. What is in it can be verified by the version of Envhold that made it, ${version}. One of an older version can also be restored: that migrates it, then verifies it.`,
  )
}
