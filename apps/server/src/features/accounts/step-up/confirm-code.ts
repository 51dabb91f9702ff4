import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { confirmTotp as endpoint } from '@envhold/contract/totp.ts'
import { AppError } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import type { SessionCaller } from '../../../http/caller.ts'
import type { Origin } from '../../../http/route.ts'
import type { SessionDeps } from '../../sessions/session-deps.ts'
import { findUser } from '../../users/user-store.ts'
import type { CodeMethod } from '../second-factor/record-wrong-code.ts'
import { withCode } from '../second-factor/with-code.ts'
import { confirmSession } from './confirm-session.ts'

interface Given {
  readonly caller: SessionCaller
  readonly body: { readonly code: string }
  readonly origin: Origin
}

/** Confirms the signed-in user with a code of the authenticator app or a recovery code, and renews the session. */
export async function confirmCode(
  ctx: Context,
  deps: SessionDeps,
  method: CodeMethod,
  { caller, body: { code }, origin }: Given,
): Promise<OutputOf<typeof endpoint>> {
  const user = await findUser(ctx, caller.userId)
  if (!user) throw new AppError('UNAUTHENTICATED')
  return await withCode(ctx, deps, { user, method, code, by: caller, origin }, (accept) =>
    confirmSession(ctx, deps, { caller, origin, proof: method }, accept),
  )
}
