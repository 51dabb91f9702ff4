import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { ServerSecrets } from '@envhold/integrity/server-secret.ts'
import { ConfigError, readConfig } from '../config/config.ts'
import { environment } from '../config/env.ts'
import { requireServerSecret } from '../config/fingerprint-store.ts'
import { loadServerSecrets } from '../config/server-secret.ts'
import { requireMigrated } from '../db/check-version.ts'
import type { Db, Engine } from '../db/connect.ts'
import { readConsistently } from '../db/read-consistently.ts'

export interface OpenedData {
  readonly db: Db
  readonly engine: Engine
  readonly secrets: ServerSecrets
}

interface MigratedData extends OpenedData {
  /** The newest migration of the database. */
  readonly migrated: string
}

/**
 * Reads one consistent snapshot of the database, beside a running server, and changes nothing.
 * @throws ConfigError, or a database error
 */
export async function openForVerifying<T>(work: (opened: MigratedData) => Promise<T>): Promise<T> {
  const config = readConfig(environment())
  const { dataDir } = config
  if (!config.databaseUrl && !existsSync(join(dataDir, 'envhold.db')))
    throw new ConfigError([
      `There is no database in DATA_DIR (${dataDir}): set DATA_DIR or DATABASE_URL as for the server, or create one with: envhold-server migrate`,
    ])
  const secrets = loadServerSecrets(config)
  return await readConsistently(
    { databaseUrl: config.databaseUrl?.reveal(), dataDir },
    async (db, engine) => {
      const migrated = await requireMigrated(db)
      await requireServerSecret(db, secrets)
      return await work({ db, engine, secrets, migrated })
    },
  )
}
