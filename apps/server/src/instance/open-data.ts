import type { ServerSecrets } from '@envhold/integrity/server-secret.ts'
import type { Config } from '../config/config.ts'
import { makeDataDir } from '../config/data-dir.ts'
import { checkServerSecret } from '../config/fingerprint-store.ts'
import { loadOrCreateServerSecrets } from '../config/server-secret.ts'
import { requireKnownVersion } from '../db/check-version.ts'
import { connect, type Database } from '../db/connect.ts'
import { findRecordingFault, writeOnSqlite } from '../db/marks/check-recording.ts'
import { checkRestored } from '../db/marks/check-restored.ts'
import { requireNotMoved } from '../db/marks/move-mark.ts'
import { hasTables } from '../db/marks/stored-heads.ts'
import { migrate } from '../db/migrate.ts'
import { checkFile } from '../db/sqlite/check-file.ts'
import { removeRestoreDraft, restrictFiles } from '../db/sqlite/data-files.ts'
import { explainStorageError, type OnSyncFailure, StorageRejection } from '../db/storage-errors.ts'

interface Options {
  /** What to do about a database that is older than its data folder; `ignore` is for tools that only read. */
  readonly restored?: 'refuse' | 'accept' | 'ignore'
  readonly onSyncFailure?: OnSyncFailure
  readonly onFault?: (sentence: string) => void
}

export interface OpenedData {
  readonly database: Database
  readonly secrets: ServerSecrets
  /** What the database lacked, if that was accepted. */
  readonly restored: string | undefined
  /** The files of the database that others could read before. */
  readonly closedFiles: readonly string[]
}

/**
 * Opens what is stored, ready for use: folder, secret, database, migrations, and the check that folder, secret and
 * database belong together, in this order, or not at all.
 * @throws ConfigError, DataDirLockedError, StorageRejection, or a database error
 */
export async function openData(config: Config, options: Options = {}): Promise<OpenedData> {
  makeDataDir(config.dataDir)
  try {
    const secrets = loadOrCreateServerSecrets(config)
    const closedFiles = config.databaseUrl ? [] : restrictFiles(config.dataDir)
    const { onSyncFailure, onFault } = options
    const database = connect({
      databaseUrl: config.databaseUrl?.reveal(),
      dataDir: config.dataDir,
      postgres: config.postgres,
      ...(onSyncFailure && { onSyncFailure }),
      ...(onFault && { onFault }),
    })
    try {
      if (!config.databaseUrl) removeRestoreDraft(config.dataDir)
      const restored = await prepare(config, database, secrets, options)
      return { database, secrets, restored, closedFiles }
    } catch (error) {
      // The first error says why; closing something broken may fail too.
      await database.close().catch(() => {})
      throw error
    }
  } catch (error) {
    throw explainStorageError(error, config.dataDir)
  }
}

async function prepare(
  { dataDir }: Config,
  database: Database,
  secrets: ServerSecrets,
  { restored: whenRestored = 'refuse' }: Options,
): Promise<string | undefined> {
  const { db, engine, faults } = database
  if (engine === 'sqlite') await checkFile(dataDir, faults)
  else await requireRecording(database)
  if (await hasTables(db, engine)) {
    await requireKnownVersion(db)
    await checkServerSecret(db, secrets)
    await requireNotMoved(db)
  }
  const restored =
    whenRestored === 'ignore'
      ? undefined
      : await checkRestored(database, { dataDir, secrets }, whenRestored === 'accept')
  await migrate(database, secrets)
  await requireRecording(database)
  await database.checkpoint()
  if (engine === 'sqlite' && whenRestored !== 'ignore') {
    await writeOnSqlite(db)
    database.markOpen()
  }
  return restored
}

async function requireRecording(database: Database): Promise<void> {
  const fault = await findRecordingFault(database)
  if (!fault) return
  const { text, isTemporary } = fault
  throw new StorageRejection(`The database cannot be used: ${text}`, { isTemporary })
}
