import type { confirmPassword as endpoint } from '@envhold/contract/account-settings.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { stepUpMinutes } from '@envhold/contract/step-up.ts'
import { AppError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Call } from '../../http/route.ts'
import { wireTime } from '../../http/wire-time.ts'
import { renewSession } from '../sessions/renew-session.ts'
import type { SessionDeps } from '../sessions/session-deps.ts'
import { findUser, lockUser } from '../users/user-store.ts'
import { requireOwnPassword } from './require-own-password.ts'

const wrong = () => new AppError('INVALID_CREDENTIALS', { message: 'The password is not right.' })
const asking = { purpose: 'confirm the identity', refusal: wrong }

/** Proves again who is signed in. Somebody who has stolen the session's token is left with one that has ended. */
export async function confirmPassword(
  ctx: Context,
  deps: SessionDeps,
  call: Call<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> {
  const { session, userId } = call.caller
  const confirmed = await requireOwnPassword(ctx, deps, call, call.body.password, asking)
  const verifiedAt = ctx.clock()
  const token = await inTransaction(ctx.db, async (trx) => {
    // A password that was changed meanwhile ended the other sessions; this proof must not outlive that.
    await lockUser(ctx, trx, userId)
    const user = await findUser(ctx, trx, userId)
    if (user?.password_hash !== confirmed.password_hash) throw wrong()
    return await renewSession(ctx, trx, session.id, verifiedAt)
  })
  deps.unlocked.dropSession(session.id)
  return { token, confirmed_until: wireTime(verifiedAt + stepUpMinutes * 60_000) }
}
