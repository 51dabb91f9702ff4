import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { ServerSecrets } from '@envhold/integrity/server-secret.ts'
import { ConfigError, readConfig } from '../config/config.ts'
import { environment } from '../config/env.ts'
import { requireServerSecret } from '../config/fingerprint-store.ts'
import { loadServerSecrets } from '../config/server-secret.ts'
import type { Db, Engine } from '../db/connect.ts'
import { requireMigrated } from '../db/migrate.ts'
import { readConsistently } from '../db/read-consistently.ts'

export interface OpenedData {
  readonly db: Db
  readonly engine: Engine
  readonly secrets: ServerSecrets
}

/**
 * Reads what is stored as of one moment, beside a running server, and changes nothing.
 * @throws ConfigError, or what the database says
 */
export async function openForVerifying<T>(work: (opened: OpenedData) => Promise<T>): Promise<T> {
  const config = readConfig(environment())
  const { dataDir } = config
  if (!config.databaseUrl && !existsSync(join(dataDir, 'envhold.db')))
    throw new ConfigError([`DATA_DIR leads to ${dataDir}, where there is no database to verify`])
  const secrets = loadServerSecrets(config)
  return await readConsistently(
    { databaseUrl: config.databaseUrl?.reveal(), dataDir },
    async (db, engine) => {
      await requireMigrated(db)
      await requireServerSecret(db, secrets)
      return await work({ db, engine, secrets })
    },
  )
}
