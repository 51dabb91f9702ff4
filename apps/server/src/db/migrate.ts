import type { ServerSecrets } from '@envhold/integrity/server-secret.ts'
import { sql } from 'kysely'
import { checkServerSecret } from '../config/fingerprint-store.ts'
import { countMigrated, requireNotNewer } from './check-version.ts'
import type { Database } from './connect.ts'
import { migrations } from './every-migration.ts'
import { runTransaction } from './transaction.ts'

/** Any number works, as long as every node uses the same one: it names the lock on PostgreSQL. */
const advisoryLock = 4_680_001

/**
 * Migrates the database to this version, in one transaction under a lock, so that nodes that start together wait for
 * the first of them. The server secret is checked before anything is written under it.
 * @throws StorageRejection when a newer version migrated the database
 */
export async function migrate({ db, engine }: Database, secrets: ServerSecrets): Promise<void> {
  await runTransaction(db, async (trx) => {
    if (engine === 'postgres') {
      // A migration may take longer than any other lock wait.
      await sql`set local lock_timeout = 0`.execute(trx)
      await sql`select pg_advisory_xact_lock(${advisoryLock})`.execute(trx)
    }
    await trx.schema
      .createTable('instance')
      .ifNotExists()
      .addColumn('key', 'text', (c) => c.primaryKey())
      .addColumn('value', 'text', (c) => c.notNull())
      .execute()
    await checkServerSecret(trx, secrets)
    const migrated = await requireNotNewer(trx)
    for (const [, migration] of migrations.slice(countMigrated(migrated)))
      await migration(trx, engine, secrets)
    const newest = migrations.at(-1)?.[0] ?? ''
    if (migrated !== newest)
      await trx
        .insertInto('instance')
        .values({ key: 'migrated', value: newest })
        .onConflict((c) => c.column('key').doUpdateSet({ value: newest }))
        .execute()
  })
}
