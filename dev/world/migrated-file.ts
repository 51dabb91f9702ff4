import { copyFile, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newServerSecret, parseServerSecrets, serverSecrets } from '@envhold/integrity/server-secret.ts'
import { connect } from '../../apps/server/src/db/connect.ts'
import { migrate } from '../../apps/server/src/db/migrate.ts'
import { turnOffOperatorFactor } from './turn-off-operator-factor.ts'

/** The server secret of all copies in this process: rows of the migrations have MACs under it. */
export const sharedSecret = newServerSecret()

/** Migrates what a URL or a folder leads to. */
export async function migrateAt(at: { databaseUrl: string | undefined; dataDir: string }): Promise<void> {
  const database = connect(at)
  try {
    const secrets = serverSecrets(parseServerSecrets(sharedSecret))
    await migrate(database, secrets)
    await turnOffOperatorFactor(database.db, secrets)
    await database.checkpoint()
  } finally {
    await database.close()
  }
}

let migrated: Promise<string> | undefined

async function migrateFile(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'envhold-template-'))
  await migrateAt({ databaseUrl: undefined, dataDir })
  return join(dataDir, 'envhold.db')
}

/** Copies the file of a database that was migrated once in this process. */
export async function copyMigratedFile(dataDir: string): Promise<void> {
  migrated ??= migrateFile()
  await copyFile(await migrated, join(dataDir, 'envhold.db'))
}
