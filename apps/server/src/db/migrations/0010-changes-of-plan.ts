import { sql } from 'kysely'
import type { Db, Engine } from '../connect.ts'

/** Subscriptions change their plan, remind of their renewal, and get new prices of plans. Null is not part of a row's MAC. */
export async function changesOfPlan(db: Db, engine: Engine): Promise<void> {
  for (const column of ['next_plan', 'next_interval'])
    await sql`alter table subscriptions add column ${sql.id(column)} text`.execute(db)
  for (const column of ['changing_until', 'reminded_of', 'repriced_at'])
    await sql`alter table subscriptions add column ${sql.id(column)} bigint`.execute(db)
  await sql`alter table sandbox_subscriptions add column credit integer not null default 0`.execute(db)
  await sql`
    create table price_changes (
      plan text not null, billing_interval text not null, old_price integer not null, price integer not null,
      created_at bigint not null, applies_at bigint not null, mailed_to bigint not null, announced_at bigint,
      mac ${sql.raw(engine === 'postgres' ? 'bytea' : 'blob')} not null, primary key (plan, billing_interval)
    )
  `.execute(db)
}
