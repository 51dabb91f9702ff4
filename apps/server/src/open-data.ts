import type { ServerSecrets } from '@envhold/vault/server-secret.ts'
import type { Config } from './config/config.ts'
import { makeDataDir } from './config/data-dir.ts'
import { checkServerSecret } from './config/fingerprint-store.ts'
import { loadServerSecrets } from './config/server-secret.ts'
import { connect, type Database } from './db/connect.ts'
import { migrate } from './db/migrate.ts'

/**
 * Opens what is stored, ready for use: folder, secret, database, migrations, and the proof that secret and database
 * belong together – in this order, or not at all.
 * @throws ConfigError, FolderHeldError, or what the database says
 */
export async function openData(config: Config): Promise<{ database: Database; secrets: ServerSecrets }> {
  makeDataDir(config.dataDir)
  const secrets = loadServerSecrets(config)
  const database = connect({ databaseUrl: config.databaseUrl?.reveal(), dataDir: config.dataDir })
  await migrate(database)
  await checkServerSecret(database.db, secrets)
  return { database, secrets }
}
