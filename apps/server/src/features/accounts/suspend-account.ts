import { maxReasonLength } from '@envhold/contract/operator/operator-actions.ts'
import { AppError } from '../../app-error.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import type { Tx } from '../audit-log/tx.ts'
import { hasOtherSuperAdmin } from '../roles/role-store.ts'
import { isStorable } from '../users/canonical.ts'
import { changeUser, findUser, type User } from '../users/user-store.ts'
import { operatorOf } from './operator-of.ts'

const changedMeanwhile = () =>
  new AppError('CONFLICT', { message: 'The account was changed at the same time. Try again.' })

/** @throws AppError VALIDATION_FAILED */
export function requireReasonLength(reason: string): void {
  if (reason.length > maxReasonLength || !isStorable(reason))
    throw new AppError('VALIDATION_FAILED', {
      message: `The reason must be text of at most ${maxReasonLength} characters.`,
    })
}

/**
 * Confines an active account from its next call on: its tokens and the API keys of its projects are rejected, and its
 * sessions only read why, pay, export and sign out. Nothing is deleted.
 * @param reason is shown to the user
 * @throws AppError VALIDATION_FAILED, NOT_FOUND, CONFLICT, FORBIDDEN for the last operator
 */
export async function suspendAccount(tx: Tx, { id }: Pick<User, 'id'>, reason: string): Promise<User> {
  const given = reason.trim()
  if (given === '') throw new AppError('VALIDATION_FAILED', { message: 'Suspension reason is required' })
  requireReasonLength(given)
  await tx.lock([id])
  const user = await findUser(tx, id)
  if (!user) throw new AppError('NOT_FOUND')
  if (user.status !== 'ACTIVE')
    throw new AppError('CONFLICT', { message: 'Only an active account can be suspended.' })
  if (user.role === 'SUPER_ADMIN' && !(await hasOtherSuperAdmin(tx, id)))
    throw new AppError('FORBIDDEN', { message: 'The last SUPER_ADMIN cannot be suspended.' })
  const suspended = await changeUser(tx, user, { status: 'SUSPENDED', suspended_reason: given })
  if (!suspended) throw changedMeanwhile()
  const { supportEmail } = tx.config
  await queueMail(tx, 'accountSuspended', { to: user.email, variables: { reason: given, supportEmail } })
  tx.revoked({ kind: 'suspension', userId: id })
  tx.record({
    type: 'account_suspended',
    severity: 'high',
    description: `${operatorOf(tx)} suspended the account: ${given}`,
    userId: id,
    origin: null,
  })
  return suspended
}
