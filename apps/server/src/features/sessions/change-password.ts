import type { changePassword as endpoint } from '@envhold/contract/accounts.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { hashPassword } from '@envhold/vault/password-hash.ts'
import { AppError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Call } from '../../http/route.ts'
import { checkPassword } from '../accounts/check-password.ts'
import { guarded, nameIdentity, signInPerAccount } from '../accounts/guarded.ts'
import { changeUser, findUser } from '../accounts/user-store.ts'
import { appendActivity } from '../audit-log/append-activity.ts'
import type { SessionParts } from './session-parts.ts'
import { deleteSessionsOf } from './session-store.ts'

const wrong = () => new AppError('INVALID_CREDENTIALS', { message: 'The current password is not right.' })

/** A new sign-in password ends every other session: whoever had the old one is out. */
export async function changePassword(
  ctx: Context,
  { gate, recorder, unlocked }: SessionParts,
  { caller, body, origin }: Call<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> {
  const { userId, username, session } = caller
  const known = await findUser(ctx, ctx.db, userId)
  if (!known) throw new AppError('UNAUTHENTICATED')
  const guard = { rule: signInPerAccount, identity: nameIdentity(known.email_canonical) }
  const user = await guarded(ctx, guard, () => checkPassword(gate, known, body.currentPassword))
  if (!user) {
    const description = `A wrong current password was given to change the password of ${username}`
    await recorder.record({ type: 'unauthorized_access', severity: 'medium', description, userId, origin })
    throw wrong()
  }
  const passwordHash = await gate.pass(() => hashPassword(body.newPassword))
  await inTransaction(ctx.db, async (trx) => {
    if (!(await changeUser(ctx, trx, user, { password_hash: passwordHash }))) throw wrong()
    await deleteSessionsOf(trx, userId, session.id)
    const description = `${username} changed the password`
    await appendActivity(ctx, trx, [
      { type: 'password_changed', severity: 'medium', description, userId, origin },
    ])
  })
  unlocked.dropUser(userId, session.id)
  return { message: 'Password changed successfully!' }
}
