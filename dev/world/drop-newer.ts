import { sql } from 'kysely'
import type { Db } from '../../apps/server/src/db/connect.ts'

/** The tables of migrations 0004 and later ones. */
export const newerTables = [
  'call_months',
  'planned_limits',
  'project_transfers',
  'health_notices',
  'price_changes',
  'account_invitations',
  'granted_plans',
  'former_prices',
  'limit_notices',
]

/** Takes away what migrations 0004 and later ones add. */
export async function dropNewer(db: Db): Promise<void> {
  for (const table of newerTables) await sql`drop table ${sql.id(table)}`.execute(db)
  for (const column of ['keep_people', 'warned'])
    await sql`alter table account_phases drop column ${sql.id(column)}`.execute(db)
  await sql`alter table operator_actions drop column mac`.execute(db)
  for (const column of [
    'next_plan',
    'next_interval',
    'changing_until',
    'reminded_of',
    'repriced_at',
    'price_notified_at',
  ])
    await sql`alter table subscriptions drop column ${sql.id(column)}`.execute(db)
  await sql`alter table sandbox_subscriptions drop column credit`.execute(db)
  await sql`alter table users drop column time_zone`.execute(db)
  for (const column of ['payment_id', 'dispute_id', 'dispute_state'])
    await sql`alter table webhook_events drop column ${sql.id(column)}`.execute(db)
}
