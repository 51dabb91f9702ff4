import { sql } from 'kysely'
import type { Db } from '../connect.ts'

/** Subscriptions change their plan and remind of their renewal. Null is not part of a row's MAC. */
export async function changesOfPlan(db: Db): Promise<void> {
  for (const column of ['next_plan', 'next_interval'])
    await sql`alter table subscriptions add column ${sql.id(column)} text`.execute(db)
  for (const column of ['changing_until', 'reminded_of'])
    await sql`alter table subscriptions add column ${sql.id(column)} bigint`.execute(db)
  await sql`alter table sandbox_subscriptions add column credit integer not null default 0`.execute(db)
}
