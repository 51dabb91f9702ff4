import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { ServerSecrets } from '@envhold/integrity/server-secret.ts'
import { type Config, ConfigError } from '../../config/config.ts'
import { requireServerSecret } from '../../config/fingerprint-store.ts'
import { loadServerSecrets } from '../../config/server-secret.ts'
import { requireSameVersion } from '../../db/check-version.ts'
import { connect, type Db } from '../../db/connect.ts'
import { checkRestored } from '../../db/marks/check-restored.ts'
import { type MovedMark, readMoveMarks } from '../../db/marks/move-mark.ts'
import { checkFile } from '../../db/sqlite/check-file.ts'
import { explainStorageError } from '../../db/storage-errors.ts'
import { holdTransaction, openSqliteRows, type SqliteRows } from './sqlite-rows-store.ts'

/** The SQLite instance, which nobody else can change meanwhile. */
export interface Source {
  readonly dataDir: string
  readonly secrets: ServerSecrets
  /** A transaction that holds the write lock until `commit` or the end. */
  readonly db: Db
  readonly rows: SqliteRows
  readonly moved: MovedMark | undefined
  /** Commits what was written to `db`. */
  readonly commit: () => Promise<void>
}

/**
 * Opens a stopped instance: holds its folder and its write lock, and checks that it is whole, of this version, and the
 * newest state that its folder has seen.
 * @throws ConfigError, DataDirLockedError, StorageRejection, or a database error
 */
export async function withSource<T>(config: Config, work: (source: Source) => Promise<T>): Promise<T> {
  const { dataDir } = config
  if (!existsSync(join(dataDir, 'envhold.db')))
    throw new ConfigError([`There is no SQLite database in DATA_DIR (${dataDir})`])
  const secrets = loadServerSecrets(config)
  try {
    const database = connect({ databaseUrl: undefined, dataDir })
    try {
      await checkFile(dataDir, database.faults)
      await requireSameVersion(database.db)
      await requireServerSecret(database.db, secrets)
      const { moved } = await readMoveMarks(database.db)
      if (!moved) await checkRestored(database, { dataDir, secrets }, false)
      return await holdTransaction(database.db, async ({ db, commit }) => {
        const rows = openSqliteRows(dataDir)
        try {
          return await work({ dataDir, secrets, db, rows, moved, commit })
        } finally {
          rows.close()
        }
      })
    } finally {
      await database.checkpoint().catch(() => {})
      await database.close()
    }
  } catch (error) {
    throw explainStorageError(error, dataDir)
  }
}
