import { maxReasonLength } from '@envhold/contract/operator/operator-actions.ts'
import { isStorable } from '@envhold/formats/fields/text.ts'
import { AppError, conflict, forbidden } from '../../app-error.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import type { Tx } from '../audit-log/tx.ts'
import { mailEveryoneWithAccess } from '../projects/mail-collaborators.ts'
import { hasOtherSuperAdmin } from '../roles/role-store.ts'
import { changeUser, findUser, type User } from '../users/user-store.ts'

/** Another transaction changed the account since it was read. */
export const changedMeanwhile = () => conflict('The account was changed at the same time. Try again.')

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
  const trimmed = reason.trim()
  if (trimmed === '') throw new AppError('VALIDATION_FAILED', { message: 'Suspension reason is required' })
  requireReasonLength(trimmed)
  await tx.lock([id])
  const user = await findUser(tx, id)
  if (!user) throw new AppError('NOT_FOUND')
  if (user.status !== 'ACTIVE') throw conflict('Only an active account can be suspended.')
  if (user.role === 'SUPER_ADMIN' && !(await hasOtherSuperAdmin(tx, id)))
    throw forbidden('The last SUPER_ADMIN cannot be suspended.')
  const suspended = await changeUser(tx, user, { status: 'SUSPENDED', suspended_reason: trimmed })
  if (!suspended) throw changedMeanwhile()
  const { supportEmail } = tx.config
  await queueMail(tx, 'accountSuspended', { to: user.email, variables: { reason: trimmed, supportEmail } })
  await mailEveryoneWithAccess(tx, suspended, 'sharedOwnerSuspended', {})
  tx.revoked({ kind: 'suspension', userId: id })
  const description = `${operatorOf(tx)} suspended the account: ${trimmed}`
  tx.record({ type: 'account_suspended', description, userId: id, origin: null })
  return suspended
}

/** Who acts on somebody’s account, in the words that its activity shows. A command on the machine has no account. */
export const operatorOf = ({ actor }: Pick<Tx, 'actor'>) =>
  actor.userId === null ? 'An operator on this machine' : 'An operator'

/**
 * Ends a suspension. Sessions, tokens and API keys work again as they are.
 * @param reason is shown in the user’s activity; it may be left out
 * @throws AppError VALIDATION_FAILED, NOT_FOUND, CONFLICT
 */
export async function unsuspendAccount(tx: Tx, { id }: Pick<User, 'id'>, reason = ''): Promise<User> {
  const trimmed = reason.trim()
  requireReasonLength(trimmed)
  await tx.lock([id])
  const user = await findUser(tx, id)
  if (!user) throw new AppError('NOT_FOUND')
  if (user.status !== 'SUSPENDED') throw conflict('This account is not suspended.')
  const active = await changeUser(tx, user, { status: 'ACTIVE', suspended_reason: null })
  if (!active) throw changedMeanwhile()
  await queueMail(tx, 'accountUnsuspended', {
    to: user.email,
    variables: { supportEmail: tx.config.supportEmail },
  })
  await mailEveryoneWithAccess(tx, active, 'sharedAccessRestored', {})
  const description = `${operatorOf(tx)} ended the suspension of the account${trimmed && `: ${trimmed}`}`
  tx.record({ type: 'account_unsuspended', description, userId: id, origin: null })
  return active
}
