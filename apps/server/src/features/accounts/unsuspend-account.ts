import { AppError } from '../../app-error.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import type { Tx } from '../audit-log/tx.ts'
import { changeUser, findUser, type User } from '../users/user-store.ts'
import { operatorOf } from './operator-of.ts'
import { requireReasonLength } from './suspend-account.ts'

/**
 * Ends a suspension. Sessions, tokens and API keys work again as they are.
 * @param reason is shown in the user’s activity; it may be left out
 * @throws AppError VALIDATION_FAILED, NOT_FOUND, CONFLICT
 */
export async function unsuspendAccount(tx: Tx, { id }: Pick<User, 'id'>, reason = ''): Promise<User> {
  const given = reason.trim()
  requireReasonLength(given)
  await tx.lock([id])
  const user = await findUser(tx, id)
  if (!user) throw new AppError('NOT_FOUND')
  if (user.status !== 'SUSPENDED')
    throw new AppError('CONFLICT', { message: 'This account is not suspended.' })
  const active = await changeUser(tx, user, { status: 'ACTIVE', suspended_reason: null })
  if (!active)
    throw new AppError('CONFLICT', { message: 'The account was changed at the same time. Try again.' })
  await queueMail(tx, 'accountUnsuspended', {
    to: user.email,
    variables: { supportEmail: tx.config.supportEmail },
  })
  tx.record({
    type: 'account_unsuspended',
    severity: 'high',
    description: `${operatorOf(tx)} ended the suspension of the account${given && `: ${given}`}`,
    userId: id,
    origin: null,
  })
  return active
}
