import type { confirmPassword as endpoint } from '@envhold/contract/account-settings.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { stepUpMinutes } from '@envhold/contract/step-up.ts'
import { AppError } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import type { Call } from '../../../http/route.ts'
import { wireTime } from '../../../http/wire-time.ts'
import { transact } from '../../audit-log/tx.ts'
import { renewSession } from '../../sessions/renew-session.ts'
import type { SessionDeps } from '../../sessions/session-deps.ts'
import { findUser } from '../../users/user-store.ts'
import { requireOwnPassword } from './require-own-password.ts'

const wrong = () => new AppError('INVALID_CREDENTIALS', { message: 'The password is incorrect.' })
const purpose = 'confirm the identity'

/**
 * Confirms the signed-in user by password and renews the session. A thief of the old session token is left with one
 * that has ended.
 */
export async function confirmPassword(
  ctx: Context,
  deps: SessionDeps,
  call: Call<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> {
  const { caller, body, origin } = call
  const { session, userId } = caller
  const prompt = { password: body.password, purpose, rejection: wrong }
  const confirmed = await requireOwnPassword(ctx, deps, call, prompt)
  const verifiedAt = ctx.clock()
  const token = await transact(ctx, { userId, origin }, async (tx) => {
    // A concurrent password change ended the other sessions. This confirmation must not outlive that.
    await tx.lock([userId])
    const user = await findUser(tx, userId)
    if (user?.password_hash !== confirmed.password_hash) throw wrong()
    return await renewSession(tx, session.id, verifiedAt)
  })
  deps.unlocked.dropSession(session.id)
  return { token, confirmed_until: wireTime(verifiedAt + stepUpMinutes * 60_000) }
}
