import type { Db } from './connect.ts'
import { migrations } from './every-migration.ts'
import { readMigrated } from './read-migrated.ts'
import { StorageRejection } from './storage-rejection.ts'

const newest = migrations.at(-1)?.[0] ?? ''

/** How many of the migrations that this version knows the database has. Undefined if it has later ones. */
export function countMigrated(migrated: string | undefined): number | undefined {
  if (migrated === undefined) return 0
  const index = migrations.findIndex(([name]) => name === migrated)
  return index === -1 ? undefined : index + 1
}

/** @throws StorageRejection when a newer version of Envhold migrated the database: its rows may mean something else */
export async function requireNotNewer(db: Db): Promise<string | undefined> {
  const migrated = await readMigrated(db)
  if (countMigrated(migrated) === undefined)
    throw new StorageRejection(
      `The database is from a newer version of Envhold: it has migration ${migrated}, and this version ends with ${newest}. Start the newer version (docs/runbooks/upgrade.md).`,
    )
  return migrated
}

/** @throws StorageRejection when the database is not of this version: its rows cannot be interpreted */
export async function requireMigrated(db: Db): Promise<void> {
  const migrated = await requireNotNewer(db)
  if (migrated !== newest)
    throw new StorageRejection(
      `The database is from an older version of Envhold (${migrated}). Start the server once, which migrates it.`,
    )
}

/** @returns a sentence for operators when a newer version migrated the database while this server was running */
export async function findVersionFault(db: Db): Promise<string | undefined> {
  const migrated = await readMigrated(db)
  if (countMigrated(migrated) !== undefined) return undefined
  return `A newer version of Envhold has migrated the database (${migrated}). Replace this server with that version.`
}
