import { sql } from 'kysely'
import type { Db } from '../connect.ts'

/** Subscriptions know when their customer was notified of a new price. */
export const priceNotices = async (db: Db): Promise<void> => {
  await sql`alter table subscriptions add column price_notified_at bigint`.execute(db)
}
