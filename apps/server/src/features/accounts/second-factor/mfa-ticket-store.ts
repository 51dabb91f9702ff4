import type { SecretsContext, TrxContext } from '../../../context.ts'
import type { Db } from '../../../db/connect.ts'
import { mfaTickets } from '../../../db/schema/factors.ts'
import type { Row } from '../../../db/tables.ts'
import type { Trx } from '../../../db/transaction.ts'

export type MfaTicket = Row<'mfa_tickets'>

/** How many second factors may be tried with one ticket. */
export const maxTicketTries = 5

export const mfaTicketMac = mfaTickets.mac

/** Finds the ticket with this id. It proves nothing yet: the caller compares the secret and checks the MAC. */
export const findMfaTicket = (db: Db, id: string) =>
  db.selectFrom('mfa_tickets').selectAll().where('id', '=', id).executeTakeFirst()

/** @throws TamperedRowError */
export const checkMfaTicket = ({ secrets }: SecretsContext, ticket: MfaTicket) =>
  mfaTicketMac.check(secrets, ticket)

/**
 * Stores a ticket. Beyond `max` of an account, its oldest tickets end: those of its own devices, or those of others, so
 * that an attacker with the password does not end the owner's.
 */
export async function insertMfaTicket(
  { db, secrets }: TrxContext<'secrets'>,
  ticket: Omit<MfaTicket, 'mac'>,
  max: number,
): Promise<void> {
  const alike = ticket.device_id === null ? 'is' : 'is not'
  const newest = db
    .selectFrom('mfa_tickets')
    .select('id')
    .where('user_id', '=', ticket.user_id)
    .where('device_id', alike, null)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(max - 1)
  await db
    .deleteFrom('mfa_tickets')
    .where('user_id', '=', ticket.user_id)
    .where('device_id', alike, null)
    .where('id', 'not in', newest)
    .execute()
  await db
    .insertInto('mfa_tickets')
    .values({ ...ticket, mac: mfaTicketMac.of(secrets, ticket) })
    .execute()
}

/** Counts a try in one atomic statement, so that parallel tries cannot exceed the limit. @returns whether one was left */
export async function raiseMfaTicketTries(trx: Trx, id: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('mfa_tickets')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('id', '=', id)
    .where('tries', '<', maxTicketTries)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Uses up a ticket. @returns whether it still existed */
export async function deleteMfaTicket(trx: Trx, id: string): Promise<boolean> {
  const { numDeletedRows } = await trx.deleteFrom('mfa_tickets').where('id', '=', id).executeTakeFirst()
  return numDeletedRows === 1n
}

/** @returns how many there were */
export async function deleteExpiredMfaTickets(db: Db, now: number): Promise<number> {
  const expired = db.deleteFrom('mfa_tickets').where('expires_at', '<=', now)
  return Number((await expired.executeTakeFirst()).numDeletedRows)
}
