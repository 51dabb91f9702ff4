import { stat } from 'node:fs/promises'
import type { ServerSecrets } from '@envhold/integrity/server-secret.ts'
import { type Config, ConfigError } from '../config/config.ts'
import { requireServerSecret } from '../config/fingerprint-store.ts'
import { requireKnownVersion } from '../db/check-version.ts'
import { readConsistently } from '../db/read-consistently.ts'
import { StorageRejection } from '../db/storage-errors.ts'
import { BackupError, readRecord, recordProblem, requireRecordText } from './backup-folder.ts'
import { hashApart } from './run-order.ts'

/**
 * Its content is verified once it is restored: a backup may be of an older version.
 * @throws BackupError if the backup is not what its record says, or a server of this version could not use it
 */
export async function requireRestorable(
  secrets: ServerSecrets,
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  path: string,
): Promise<void> {
  const text = await requireRecordText(path)
  const record = readRecord(secrets, text)
  if (!record) throw new BackupError(`${path}: ${recordProblem(secrets, text).message}`)
  const engine = databaseUrl ? 'postgres' : 'sqlite'
  if (record.engine !== engine)
    throw new BackupError(`It is a backup of ${record.engine}, and this is ${engine}: check DATABASE_URL.`)
  const stats = await stat(path).catch(() => undefined)
  if (!stats) throw new BackupError(`${path} is missing.`)
  const hashed = await hashApart(path, { signal: new AbortController().signal })
  if (hashed.sha256 !== record.sha256)
    throw new BackupError(`${path} is not what was backed up: the checksum differs.`)
  // A dump can be read only once it is restored, into an empty database: that replaces nothing.
  if (engine === 'sqlite') await requireUsable(secrets, dataDir, path)
}

async function requireUsable(secrets: ServerSecrets, dataDir: string, file: string): Promise<void> {
  try {
    await readConsistently({ databaseUrl: undefined, dataDir, file }, async (db) => {
      await requireKnownVersion(db)
      await requireServerSecret(db, secrets)
    })
  } catch (error) {
    if (!(error instanceof StorageRejection || error instanceof ConfigError)) throw error
    throw new BackupError(`Nothing was replaced, because this server could not use it. ${error.message}`)
  }
}
