import { freePlan } from '@envhold/contract/plans.ts'
import type { ServerSecrets } from '@envhold/integrity/server-secret.ts'
import { type Kysely, sql } from 'kysely'
import type { Engine } from '../connect.ts'
import type { Tables } from '../tables.ts'
import { extendMac } from './extend-mac.ts'

const freeBytes = 50_000_000
const proBytes = 1_000_000_000
/** Of plans that operators created. */
const otherBytes = 10_000_000_000

/**
 * Limits the bytes of each plan, under the MAC of its row, and counts the bytes and holders of each environment. A plan
 * whose MAC is invalid stays as it is, and is rejected as before.
 */
export async function storedBytes(
  db: Kysely<Tables>,
  _engine: Engine,
  secrets: ServerSecrets,
): Promise<void> {
  await db.schema
    .alterTable('plans')
    .addColumn('max_stored_bytes', 'bigint', (c) => c.notNull().defaultTo(-1))
    .execute()
  await db.schema
    .alterTable('environments')
    .addColumn('stored_bytes', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute()
  await db.schema
    .alterTable('environments')
    .addColumn('holders', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await sql`update environments set
    stored_bytes = (
      select coalesce(sum(bytes + length(added) + length(changed) + length(removed) + 500), 0)
      from environment_versions where environment_id = environments.id
    ),
    holders = (select count(*) from grants where environment_id = environments.id)`.execute(db)
  await limitPlans(db, secrets)
}

async function limitPlans(db: Kysely<Tables>, secrets: ServerSecrets): Promise<void> {
  for (const plan of await db.selectFrom('plans').selectAll().execute()) {
    const fields = {
      price_monthly: String(plan.price_monthly),
      price_yearly: plan.price_yearly === null ? null : String(plan.price_yearly),
      max_projects: plan.max_projects,
      max_collaborators: plan.max_collaborators,
      api_rate_limit_per_hour: plan.api_rate_limit_per_hour,
      api_rate_limit_per_day: plan.api_rate_limit_per_day,
      api_features: plan.api_features,
      is_active: plan.is_active,
    }
    const max_stored_bytes = plan.name === freePlan ? freeBytes : plan.name === 'pro' ? proBytes : otherBytes
    const mac = extendMac(
      secrets,
      { table: 'plans', id: plan.name, mac: plan.mac, fields },
      { max_stored_bytes },
    )
    if (!mac) continue
    await db.updateTable('plans').set({ max_stored_bytes, mac }).where('id', '=', plan.id).execute()
  }
}
