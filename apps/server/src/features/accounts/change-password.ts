import type { changePassword as endpoint } from '@envhold/contract/accounts.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { hashPassword } from '@envhold/integrity/password-hash.ts'
import { AppError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/route.ts'
import { noticeVariables } from '../../mail/origin-variables.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { transact } from '../audit-log/tx.ts'
import { findKnownDevice, renewDeviceToken } from '../sessions/devices.ts'
import type { SessionDeps } from '../sessions/session-deps.ts'
import { deleteSessionsOf } from '../sessions/session-store.ts'
import { renewSession } from '../sessions/start-session.ts'
import { changeUser } from '../users/user-store.ts'
import { requireGoodPassword } from './passwords/require-good-password.ts'
import { requireOwnPassword } from './step-up/require-own-password.ts'
import { sessionCaller } from './step-up/session-caller.ts'

const wrong = () => new AppError('INVALID_CREDENTIALS', { message: 'The current password is incorrect.' })

/**
 * Changing the sign-in password ends every other session, continues this one under a new token, and invalidates the
 * device tokens of every other device.
 */
export async function changePassword(
  ctx: Context,
  deps: SessionDeps,
  call: Call<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> {
  const { caller, body, origin } = call
  const { userId, username, session } = caller
  const prompt = { purpose: 'change the password', rejection: wrong }
  const user = await requireOwnPassword(ctx, deps, call, { ...prompt, password: body.currentPassword })
  await requireGoodPassword(ctx, body.newPassword, user)
  const passwordHash = await deps.limiter.run(sessionCaller(caller, origin), () =>
    hashPassword(body.newPassword),
  )
  const known = await findKnownDevice(ctx, userId, body.deviceToken)
  const renewed = await transact(ctx, { userId, origin }, async (tx) => {
    if (!(await changeUser(tx, user, { password_hash: passwordHash }))) throw wrong()
    await deleteSessionsOf(tx.db, userId, session.id)
    const deviceToken = await renewDeviceToken(tx, userId, origin, known)
    // A thief of the token is left with one that has ended. The strongest proof of the session still counts.
    const token = await renewSession(tx, session.id, {
      verifiedAt: caller.verifiedAt,
      proof: caller.verifiedBy,
    })
    await queueMail(tx, 'passwordChanged', {
      to: user.email,
      variables: noticeVariables(ctx, userId, origin),
    })
    tx.revoked({ kind: 'password', userId })
    const description = `${username} changed the password`
    tx.record({ type: 'password_changed', severity: 'medium', description })
    return { deviceToken, token }
  })
  deps.unlocked.dropUser(userId)
  return { message: 'Password changed successfully!', ...renewed }
}
