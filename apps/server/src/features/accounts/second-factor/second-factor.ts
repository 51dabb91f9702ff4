/** The second factor of a sign-in. */

import * as passkeys from '@envhold/contract/accounts/passkey-authentication.ts'
import * as factors from '@envhold/contract/accounts/second-factors.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { Call } from '../../../http/route.ts'
import { verb } from '../../../http/verb.ts'
import { findKnownDevice } from '../../sessions/devices.ts'
import type { AccountWorld } from '../account-world.ts'
import { listUsablePasskeys } from '../passkeys/usable-passkeys.ts'
import {
  issueChallenge,
  recordUse,
  rejected,
  requestOptionsOf,
  verifyUse,
} from '../webauthn/passkey-challenge.ts'
import { completeSecondFactor, findTicket, raiseTicketTries } from './tickets.ts'
import { type CodeMethod, withCode, wrongCode } from './with-code.ts'

export const signInWithTotp = verb(factors.signInWithTotp, (ctx: AccountWorld, call) =>
  signInWithCode(ctx, 'totp', call),
)

export const signInWithRecoveryCode = verb(factors.signInWithRecoveryCode, (ctx: AccountWorld, call) =>
  signInWithCode(ctx, 'recovery-code', call),
)

export const startPasskeySecondFactor = verb(passkeys.startPasskeySecondFactor, async (ctx, call) => {
  const { body, origin } = call
  const { id: ticketId, user } = await findTicket(ctx, body.ticket, origin)
  const { site, passkeys: usable } = await listUsablePasskeys(ctx, user.id)
  const use = { purpose: 'second-factor', userId: user.id, ticketId } as const
  return { options: requestOptionsOf(site, await issueChallenge(ctx, use), usable) }
})

/** Completes a sign-in with a passkey of the account that the ticket is for. */
export const completeWithPasskey = verb(passkeys.completeWithPasskey, async (ctx: AccountWorld, call) => {
  const { body, origin } = call
  const ticket = await findTicket(ctx, body.ticket, origin)
  if (!ticket.methods.includes('passkey')) throw rejected()
  await raiseTicketTries(ctx, ticket)
  const use = { purpose: 'second-factor', userId: ticket.user.id, ticketId: ticket.id } as const
  const proved = await verifyUse(ctx, { use, response: body.response, origin })
  const { deviceToken } = body
  return await completeSecondFactor(ctx, { ticket, method: 'passkey', deviceToken, origin }, (tx) =>
    recordUse(tx, proved, 'complete a sign-in'),
  )
})

/** Completes a sign-in with a code of the authenticator app or a recovery code. */
async function signInWithCode(
  ctx: AccountWorld,
  method: CodeMethod,
  {
    body: { ticket: text, code, deviceToken },
    origin,
  }: Pick<Call<typeof factors.signInWithTotp>, 'body' | 'origin'>,
): Promise<OutputOf<typeof factors.signInWithTotp>> {
  const ticket = await findTicket(ctx, text, origin)
  if (!ticket.methods.includes(method)) throw wrongCode(method)
  await raiseTicketTries(ctx, ticket)
  const { user } = ticket
  const device = await findKnownDevice(ctx, user.id, deviceToken)
  const step = { user, method, code, by: { deviceId: device?.deviceId ?? null }, origin }
  return await withCode(ctx, step, (accept) =>
    completeSecondFactor(ctx, { ticket, method, deviceToken, origin }, accept),
  )
}
