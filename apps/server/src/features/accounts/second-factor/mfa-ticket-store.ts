import type { TrxContext } from '../../../context.ts'
import type { Db } from '../../../db/connect.ts'
import { mfaTickets } from '../../../db/schema/factors.ts'
import { signedRows } from '../../../db/signed-rows.ts'
import type { Row } from '../../../db/tables.ts'
import type { Trx } from '../../../db/transaction.ts'

export type MfaTicket = Row<'mfa_tickets'>

/** How many second factors may be tried with one ticket. */
export const maxTicketTries = 5

export const mfaTicketMac = mfaTickets.mac

const stored = signedRows(mfaTickets)

/** Finds the ticket with this id. It proves nothing yet: the caller compares the secret and checks the MAC. */
export const findMfaTicket = (db: Db, id: string) => stored.findUnchecked({ db }, { id })

/** @throws TamperedRowError */
export const checkMfaTicket = stored.check

/**
 * Stores a ticket. Beyond `max` of an account, its oldest tickets end: those of its own devices, or those of others, so
 * that an attacker with the password does not end the owner's.
 */
export async function insertMfaTicket(
  ctx: TrxContext<'secrets'>,
  ticket: Omit<MfaTicket, 'mac'>,
  max: number,
) {
  const alike = ticket.device_id === null ? 'is' : 'is not'
  const newest = ctx.db
    .selectFrom('mfa_tickets')
    .select('id')
    .where('user_id', '=', ticket.user_id)
    .where('device_id', alike, null)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(max - 1)
  await stored.remove(ctx, [
    { user_id: ticket.user_id },
    (is) => is.and([is('device_id', alike, null), is('id', 'not in', newest)]),
  ])
  await stored.insert(ctx, ticket)
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
export const deleteMfaTicket = async (db: Trx, id: string) => (await stored.remove({ db }, { id })) === 1

/** @returns how many there were */
export const deleteExpiredMfaTickets = (db: Db, now: number) =>
  stored.remove({ db }, (is) => is('expires_at', '<=', now))
