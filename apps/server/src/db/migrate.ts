import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { startingPlans } from '@envhold/contract/billing/plans.ts'
import { sealServerBox } from '@envhold/integrity/server-cipher.ts'
import type { ServerSecrets } from '@envhold/integrity/server-secret.ts'
import { sql } from 'kysely'
import { checkServerSecret } from '../config/fingerprint-store.ts'
import { missingMigrations, requireKnownVersion, writeVersion } from './check-version.ts'
import type { Database, Db, Engine } from './connect.ts'
import { requireNotMoved } from './marks/move-mark.ts'
import { hasTables } from './marks/stored-heads.ts'
import { plans, roles } from './schema/accounts.ts'
import { createStatements } from './schema/ddl.ts'
import { everyTable } from './tables.ts'
import { runTransaction } from './transaction.ts'

/** Any number works, as long as every node uses the same one: it names the lock on PostgreSQL. */
const advisoryLock = 4_680_001

/** Waits for other nodes that migrate this database, without a limit: a migration takes longer than any other lock. */
export async function lockMigrations(db: Db): Promise<void> {
  await sql`set local lock_timeout = 0`.execute(db)
  await sql`select pg_advisory_xact_lock(${advisoryLock})`.execute(db)
}

/** Shorter than PostgreSQL takes to end a deadlock: the migration gives way, not a call of another node. */
const maxLockWaitMs = 400
const maxTriesMs = 5 * 60_000

/** The lock was not free in time, or others waited for ours. */
const isBlocked = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === '55P03' || error.code === '40P01')

/**
 * Migrates the database to this version, in one transaction under a lock, so that nodes that start together wait for
 * the first of them. Running nodes hold locks for moments: it tries again until all tables are free.
 * The server secret is checked before anything is written under it.
 * @throws StorageRejection when a newer version changed what this one reads, or the database must not be served
 */
export const migrate = ({ engine, withoutTimeLimit }: Database, secrets: ServerSecrets): Promise<void> =>
  withoutTimeLimit((db) => migrateWhenFree(db, engine, secrets))

async function migrateWhenFree(db: Db, engine: Engine, secrets: ServerSecrets): Promise<void> {
  const start = performance.now()
  const once = () =>
    runTransaction(db, async (trx) => {
      if (engine === 'postgres') {
        await lockMigrations(trx)
        await sql`set local lock_timeout = ${sql.lit(maxLockWaitMs)}`.execute(trx)
      }
      await migrateWithin(trx, engine, secrets)
      await requireNotMoved(trx)
    })
  for (;;) {
    try {
      return await once()
    } catch (error) {
      if (!isBlocked(error) || performance.now() - start > maxTriesMs) throw error
    }
    await sleep(Math.random() * maxLockWaitMs)
  }
}

/** Does the work of {@link migrate} inside a transaction of the caller, who holds the lock. */
export async function migrateWithin(db: Db, engine: Engine, secrets: ServerSecrets): Promise<void> {
  if (!(await hasTables(db, engine))) await createDatabase(db, engine, secrets)
  await checkServerSecret(db, secrets)
  const missing = missingMigrations(await requireKnownVersion(db)) ?? []
  for (const [, migration] of missing) await migration(db, engine, secrets)
  if (missing.length > 0) await writeVersion(db)
}

/** Creates the tables and indexes of a new database, and the rows that every instance has. */
async function createDatabase(db: Db, engine: Engine, secrets: ServerSecrets): Promise<void> {
  for (const table of everyTable)
    for (const statement of createStatements(table, engine)) await sql.raw(statement).execute(db)
  // It names the instance, so that a data folder can tell its own database from another one.
  const instanceId = { key: 'instance-id', value: randomUUID() }
  await db.insertInto('instance').values(instanceId).execute()
  await writeVersion(db)
  await db.insertInto('chain_heads').values({ chain: 'activity', sequence: 0, mac: null }).execute()
  await db.insertInto('tally_marks').values({ chain: 'activity', blocks: 0, generation: 0 }).execute()
  await insertPlans(db, secrets)
  await insertRoles(db, secrets)
  await insertPaymentSettings(db, secrets)
}

async function insertPlans(db: Db, secrets: ServerSecrets): Promise<void> {
  for (const plan of startingPlans) {
    const row = { ...plan, api_features: '{}', is_active: 1 }
    await db
      .insertInto('plans')
      .values({ ...row, mac: plans.mac.of(secrets, row) })
      .execute()
  }
}

async function insertRoles(db: Db, secrets: ServerSecrets): Promise<void> {
  const now = Date.now()
  for (const role of systemRoles) {
    const permissions = JSON.stringify(role.permissions)
    const row = { ...role, permissions, is_system: 1, created_at: now, updated_at: now }
    const { id } = await db
      .insertInto('roles')
      .values({ ...row, mac: new Uint8Array() })
      .returning('id')
      .executeTakeFirstOrThrow()
    // The id is not known before. The transaction hides the row until it has its MAC.
    const mac = roles.mac.of(secrets, { ...row, id })
    await db.updateTable('roles').set({ mac }).where('id', '=', id).execute()
  }
}

/** There from the start, so that deleting the row does not bring back test mode, in which plans cost nothing. */
async function insertPaymentSettings(db: Db, secrets: ServerSecrets): Promise<void> {
  const general = { name: 'general', updatedAt: 0 }
  const sealed = sealServerBox(secrets, general, Buffer.from('{}'))
  await db
    .insertInto('payment_settings')
    .values({ name: general.name, sealed, last_error: null, last_error_at: null, updated_at: 0 })
    .execute()
}

/** The roles that every instance has. Permissions are in ascending order. */
const systemRoles = [
  {
    name: 'USER',
    display_name: 'User',
    description: 'Works on own and shared projects',
    permissions: [
      'project.collaborate',
      'project.create',
      'project.delete',
      'project.read',
      'project.update',
    ],
  },
  {
    name: 'ADMIN',
    display_name: 'Administrator',
    description: 'Runs the instance, except for what only super administrators may do',
    permissions: [
      'admin.cleanup',
      'admin.stats',
      'project.collaborate',
      'project.create',
      'project.delete',
      'project.read',
      'project.update',
      'role.assign.user',
      'role.create',
      'role.delete',
      'role.read',
      'role.update',
      'user.force_delete',
      'user.read',
      'user.suspend',
      'user.unsuspend',
    ],
  },
  {
    name: 'SUPER_ADMIN',
    display_name: 'Super administrator',
    description: 'May do everything',
    permissions: ['*'],
  },
]
