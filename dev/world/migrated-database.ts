import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { migrateAt } from './migrated-file.ts'
import { newDatabase } from './new-database.ts'
import { createDatabase, nameOf } from './postgres-database.ts'

let migrated: Promise<string> | undefined

async function migrateDatabase(): Promise<string> {
  const databaseUrl = await newDatabase()
  await migrateAt({ databaseUrl, dataDir: '' })
  return databaseUrl
}

/**
 * Copies a database that was migrated once in this process, on the PostgreSQL of all tests.
 * @returns its URL
 */
export async function copyMigratedDatabase(): Promise<string> {
  migrated ??= migrateDatabase()
  const name = `copy_${randomBytes(8).toString('hex')}`
  return await createDatabase(inject('postgresUrl'), name, nameOf(await migrated))
}
