import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type {
  completeWithPasskey as endpoint,
  startPasskeySecondFactor as startEndpoint,
} from '@envhold/contract/passkey-proofs.ts'
import type { Context } from '../../../context.ts'
import type { Call } from '../../../http/route.ts'
import { findTicket } from '../second-factor/find-ticket.ts'
import { completeSecondFactor, raiseTicketTries } from '../second-factor/use-ticket.ts'
import { issueChallenge } from '../webauthn/issue-challenge.ts'
import { recordUse } from '../webauthn/record-use.ts'
import { rejected } from '../webauthn/rejected.ts'
import { requestOptionsOf } from '../webauthn/request-options.ts'
import { verifyUse } from '../webauthn/verify-use.ts'
import { listUsablePasskeys } from './usable-passkeys.ts'

export async function startPasskeySecondFactor(
  ctx: Context,
  { body, origin }: Call<typeof startEndpoint>,
): Promise<OutputOf<typeof startEndpoint>> {
  const { id: ticketId, user } = await findTicket(ctx, body.ticket, origin)
  const { site, passkeys } = await listUsablePasskeys(ctx, user.id)
  const use = { purpose: 'second-factor', userId: user.id, ticketId } as const
  return { options: requestOptionsOf(site, await issueChallenge(ctx, use), passkeys) }
}

/** Completes a sign-in with a passkey of the account that the ticket is for. */
export async function completeWithPasskey(
  ctx: Context,
  { body, origin }: Call<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> {
  const ticket = await findTicket(ctx, body.ticket, origin)
  if (!ticket.methods.includes('passkey')) throw rejected()
  await raiseTicketTries(ctx, ticket)
  const use = { purpose: 'second-factor', userId: ticket.user.id, ticketId: ticket.id } as const
  const proved = await verifyUse(ctx, { use, response: body.response, origin })
  const { deviceToken } = body
  return await completeSecondFactor(ctx, { ticket, proof: 'passkey', deviceToken, origin }, (tx) =>
    recordUse(tx, proved, 'complete a sign-in'),
  )
}
