import type { ServerSecrets } from '@envhold/integrity/server-secret.ts'
import { sql } from 'kysely'
import { checkServerSecret } from '../config/fingerprint-store.ts'
import type { Database, Db } from './connect.ts'
import { migrations } from './every-migration.ts'
import { runTransaction } from './transaction.ts'

/** @throws Error when the database is not of this version: its rows cannot be interpreted */
export async function requireMigrated(db: Db): Promise<void> {
  const row = await db.selectFrom('instance').select('value').where('key', '=', 'migrated').executeTakeFirst()
  const newest = migrations.at(-1)?.[0]
  if (row?.value === newest) return
  const known = migrations.some(([name]) => name === row?.value)
  throw new Error(
    known
      ? `The database is from an older version of Envhold (${row?.value}). Start the server once, which migrates it.`
      : `The database is from a newer version of Envhold (${row?.value}).`,
  )
}

/** Any number works, as long as every node uses the same one: it names the lock on PostgreSQL. */
const advisoryLock = 4_680_001

/**
 * Migrates the database to this version, in one transaction under a lock, so that nodes that start together wait for
 * the first of them. The server secret is checked before anything is written under it.
 * @throws Error when the database was migrated by a newer version
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
    const row = await trx
      .selectFrom('instance')
      .select('value')
      .where('key', '=', 'migrated')
      .executeTakeFirst()
    const done = row ? migrations.findIndex(([name]) => name === row.value) + 1 : 0
    if (row && done === 0) throw new Error(`The database is from a newer version of Envhold (${row.value}).`)
    for (const [, migration] of migrations.slice(done)) await migration(trx, engine, secrets)
    const newest = migrations.at(-1)?.[0] ?? ''
    if (row?.value !== newest)
      await trx
        .insertInto('instance')
        .values({ key: 'migrated', value: newest })
        .onConflict((c) => c.column('key').doUpdateSet({ value: newest }))
        .execute()
  })
}
