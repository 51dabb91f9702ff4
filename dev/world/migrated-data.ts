// Migrated once in each process of the test runner; every application gets a copy.

import { randomBytes } from 'node:crypto'
import { copyFile, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newServerSecret, parseServerSecrets, serverSecrets } from '@envhold/integrity/server-secret.ts'
import { inject } from 'vitest'
import { connect, type Engine } from '../../apps/server/src/db/connect.ts'
import { migrate } from '../../apps/server/src/db/migrate.ts'
import { newDatabase } from './new-database.ts'
import { createDatabase, nameOf } from './postgres-database.ts'

/** The server secret of all copies: rows of the migrations have MACs under it. */
export const sharedSecret = newServerSecret()

/** Migrates what a URL or a folder leads to. */
async function migrateAt(at: { databaseUrl: string | undefined; dataDir: string }): Promise<void> {
  const database = connect(at)
  try {
    await migrate(database, serverSecrets(parseServerSecrets(sharedSecret)))
    await database.checkpoint()
  } finally {
    await database.close()
  }
}

const templates: Partial<Record<Engine, Promise<string>>> = {}

async function makeTemplate(engine: Engine): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'envhold-template-'))
  const databaseUrl = engine === 'postgres' ? await newDatabase() : undefined
  await migrateAt({ databaseUrl, dataDir })
  return databaseUrl ?? join(dataDir, 'envhold.db')
}

const templateOf = (engine: Engine): Promise<string> => {
  templates[engine] ??= makeTemplate(engine)
  return templates[engine]
}

/** A migrated database: in the data folder, or on the PostgreSQL of all tests, whose URL is returned. */
export async function copyMigrated(engine: Engine, dataDir: string): Promise<string | undefined> {
  const template = await templateOf(engine)
  if (engine === 'postgres')
    return await createDatabase(
      inject('postgresUrl'),
      `copy_${randomBytes(8).toString('hex')}`,
      nameOf(template),
    )
  await copyFile(template, join(dataDir, 'envhold.db'))
  return undefined
}
