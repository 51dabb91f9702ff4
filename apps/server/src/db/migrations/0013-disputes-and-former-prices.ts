import { sql } from 'kysely'
import type { Db, Engine } from '../connect.ts'

/** Disputes that name only a payment, and what prices that are no longer sold pay for. */
export async function disputesAndFormerPrices(db: Db, engine: Engine): Promise<void> {
  for (const column of ['payment_id', 'dispute_id', 'dispute_state'])
    await sql`alter table webhook_events add column ${sql.id(column)} text`.execute(db)
  await sql`
    create table former_prices (
      provider text not null, price_ref text not null, plan text not null, billing_interval text not null,
      mac ${sql.raw(engine === 'postgres' ? 'bytea' : 'blob')} not null, primary key (provider, price_ref)
    )
  `.execute(db)
}
