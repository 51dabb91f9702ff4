import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { signInWithTotp as endpoint } from '@envhold/contract/totp.ts'
import type { Context } from '../../../context.ts'
import type { Origin } from '../../../http/route.ts'
import { findKnownDevice } from '../../sessions/devices.ts'
import type { SessionDeps } from '../../sessions/session-deps.ts'
import { findTicket } from './find-ticket.ts'
import type { CodeMethod } from './record-wrong-code.ts'
import { completeSecondFactor, raiseTicketTries } from './use-ticket.ts'
import { withCode, wrongCode } from './with-code.ts'

interface Given {
  readonly body: { readonly ticket: string; readonly code: string; readonly deviceToken?: string | undefined }
  readonly origin: Origin
}

/** Completes a sign-in with a code of the authenticator app or a recovery code. */
export async function signInWithCode(
  ctx: Context,
  deps: SessionDeps,
  method: CodeMethod,
  { body: { ticket: text, code, deviceToken }, origin }: Given,
): Promise<OutputOf<typeof endpoint>> {
  const ticket = await findTicket(ctx, text, origin)
  if (!ticket.methods.includes(method)) throw wrongCode(method)
  await raiseTicketTries(ctx, ticket)
  const { user } = ticket
  const device = await findKnownDevice(ctx, user.id, deviceToken)
  const given = { user, method, code, by: { deviceId: device?.deviceId ?? null }, origin }
  return await withCode(ctx, deps, given, (accept) =>
    completeSecondFactor(ctx, { ticket, proof: method, deviceToken, origin }, accept),
  )
}
