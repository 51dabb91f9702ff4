import { randomUUID } from 'node:crypto'
import { startingPlans } from '@envhold/contract/billing/plans.ts'
import { sealServerBox } from '@envhold/integrity/server-box.ts'
import type { ServerSecrets } from '@envhold/integrity/server-secret.ts'
import { sql } from 'kysely'
import type { Db, Engine } from './connect.ts'
import { newestMigration } from './every-migration.ts'
import { plans, roles } from './schema/accounts.ts'
import { createStatements } from './schema/ddl.ts'
import { everyTable } from './schema/every-table.ts'
import { systemRoles } from './system-roles.ts'

/** Creates the tables and indexes of a new database, and the rows that every instance has. */
export async function createDatabase(db: Db, engine: Engine, secrets: ServerSecrets): Promise<void> {
  for (const table of everyTable)
    for (const statement of createStatements(table, engine)) await sql.raw(statement).execute(db)
  // It names the instance, so that a data folder can tell its own database from another one.
  const instanceId = { key: 'instance-id', value: randomUUID() }
  await db
    .insertInto('instance')
    .values([instanceId, { key: 'migrated', value: newestMigration }])
    .execute()
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
