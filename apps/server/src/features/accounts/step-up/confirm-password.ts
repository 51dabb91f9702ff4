import type { confirmPassword as endpoint } from '@envhold/contract/account-settings.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { AppError } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import type { Call } from '../../../http/route.ts'
import type { SessionDeps } from '../../sessions/session-deps.ts'
import { findUser } from '../../users/user-store.ts'
import { confirmSession } from './confirm-session.ts'
import { requireOwnPassword } from './require-own-password.ts'

const wrong = () => new AppError('INVALID_CREDENTIALS', { message: 'The password is incorrect.' })
const purpose = 'confirm the identity'

/** Confirms the signed-in user by password and renews the session. */
export async function confirmPassword(
  ctx: Context,
  deps: SessionDeps,
  call: Call<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> {
  const { caller, body, origin } = call
  const prompt = { password: body.password, purpose, rejection: wrong }
  const confirmed = await requireOwnPassword(ctx, deps, call, prompt)
  return await confirmSession(ctx, deps, { caller, origin, proof: 'password' }, async (tx) => {
    // A concurrent password change ended the other sessions. This confirmation must not outlive that.
    const user = await findUser(tx, caller.userId)
    if (user?.password_hash !== confirmed.password_hash) throw wrong()
  })
}
