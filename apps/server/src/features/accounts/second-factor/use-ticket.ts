import type { login as endpoint } from '@envhold/contract/accounts.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { Proof } from '@envhold/contract/step-up.ts'
import type { Context } from '../../../context.ts'
import { commitTogether } from '../../../db/transaction.ts'
import type { Origin } from '../../../http/route.ts'
import { type Tx, transactTogether } from '../../audit-log/tx.ts'
import { findKnownDevice } from '../../sessions/devices.ts'
import { startSignedIn } from '../sign-in/start-signed-in.ts'
import { deleteMfaTicket, raiseMfaTicketTries } from './mfa-ticket-store.ts'
import { expiredTicket } from './parse-ticket.ts'
import type { OpenTicket } from './read-open-ticket.ts'

/**
 * Counts a try of a second factor. Call it before the factor is checked.
 * @throws AppError NOT_FOUND after the last try
 */
export async function raiseTicketTries(ctx: Context, { id }: OpenTicket): Promise<void> {
  if (!(await commitTogether(ctx, (tx) => raiseMfaTicketTries(tx.db, id)))) throw expiredTicket()
}

/**
 * Uses up a ticket in the transaction that starts its session.
 * @throws AppError NOT_FOUND if another call used it first
 */
async function consumeTicket(tx: Tx, { id }: OpenTicket): Promise<void> {
  if (!(await deleteMfaTicket(tx.db, id))) throw expiredTicket()
}

interface SecondFactor {
  readonly ticket: OpenTicket
  readonly proof: Proof
  readonly deviceToken: string | undefined
  readonly origin: Origin
}

/**
 * Ends a sign-in with its second factor: one transaction accepts the factor, uses up the ticket and starts the session.
 * @param accept accepts the factor, under the lock of the account
 */
export async function completeSecondFactor(
  ctx: Context,
  { ticket, proof, deviceToken, origin }: SecondFactor,
  accept: (tx: Tx) => Promise<void>,
): Promise<OutputOf<typeof endpoint>> {
  const { user } = ticket
  const device = await findKnownDevice(ctx, user.id, deviceToken)
  return await transactTogether(ctx, { userId: user.id, origin }, async (tx) => {
    await tx.lock([user.id])
    await accept(tx)
    await consumeTicket(tx, ticket)
    return await startSignedIn(tx, { user, proof, first: ticket.proof, device, origin })
  })
}
