import { type Kysely, sql } from 'kysely'
import type { Tables } from '../tables.ts'

/**
 * The device of a session or ticket, and what a device has proved: that its user opened the vault there, or passed a second
 * factor. Nothing tells which device an earlier session is on. Earlier devices count as proved as far as their sign-ins
 * show it, so that the upgrade locks nobody out.
 */
export async function sessionDevices(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('sessions').addColumn('device_id', 'text').execute()
  await db.schema.alterTable('mfa_tickets').addColumn('device_id', 'text').execute()
  await db.schema.alterTable('devices').addColumn('vault_opened_at', 'bigint').execute()
  await db.schema.alterTable('devices').addColumn('second_factor_at', 'bigint').execute()
  await sql`
    update devices set vault_opened_at = last_seen_at
    where exists (select 1 from user_keys where user_keys.user_id = devices.user_id)`.execute(db)
  await sql`
    update devices set second_factor_at = last_seen_at
    where exists (
      select 1 from totp_factors
      where totp_factors.user_id = devices.user_id and confirmed_at <= devices.last_seen_at
    )`.execute(db)
}
