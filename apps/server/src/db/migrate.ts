import type { ServerSecrets } from '@envhold/integrity/server-secret.ts'
import { sql } from 'kysely'
import { checkServerSecret } from '../config/fingerprint-store.ts'
import { missingMigrations, requireKnownVersion } from './check-version.ts'
import type { Database, Db, Engine } from './connect.ts'
import { createDatabase } from './create-database.ts'
import { newestMigration } from './every-migration.ts'
import { requireNotMoved } from './move-mark.ts'
import { hasTables } from './stored-heads.ts'
import { runTransaction } from './transaction.ts'

/** Any number works, as long as every node uses the same one: it names the lock on PostgreSQL. */
const advisoryLock = 4_680_001

/** Waits for other nodes that migrate this database, without a limit: a migration takes longer than any other lock. */
export async function lockMigrations(db: Db): Promise<void> {
  await sql`set local lock_timeout = 0`.execute(db)
  await sql`select pg_advisory_xact_lock(${advisoryLock})`.execute(db)
}

/**
 * Migrates the database to this version, in one transaction under a lock, so that nodes that start together wait for
 * the first of them. The server secret is checked before anything is written under it.
 * @throws StorageRejection when a newer version migrated the database, or it must not be served
 */
export async function migrate({ db, engine }: Database, secrets: ServerSecrets): Promise<void> {
  await runTransaction(db, async (trx) => {
    if (engine === 'postgres') await lockMigrations(trx)
    await migrateWithin(trx, engine, secrets)
    await requireNotMoved(trx)
  })
}

/** Does the work of {@link migrate} inside a transaction of the caller, who holds the lock. */
export async function migrateWithin(db: Db, engine: Engine, secrets: ServerSecrets): Promise<void> {
  if (!(await hasTables(db, engine))) await createDatabase(db, engine, secrets)
  await checkServerSecret(db, secrets)
  const migrated = await requireKnownVersion(db)
  if (migrated === newestMigration) return
  for (const [, migration] of missingMigrations(migrated) ?? []) await migration(db, engine, secrets)
  await db.updateTable('instance').set({ value: newestMigration }).where('key', '=', 'migrated').execute()
}
