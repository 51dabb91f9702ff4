import { changeDelayHours } from '@envhold/contract/accounts/account-security.ts'
import { newToken } from '@envhold/integrity/token.ts'
import { AppError, conflict } from '../../../app-error.ts'
import { wireTime } from '../../../http/responses/wire-time.ts'
import type { Tx } from '../../audit-log/tx.ts'
import { findUser, type User } from '../../users/user-store.ts'
import { readFactors } from '../factors/factor-store.ts'
import { mailOwner } from '../notify-owner.ts'
import { operatorOf, requireReasonLength } from '../suspend-account.ts'
import {
  type DelayedChange,
  deleteDelayedChange,
  insertDelayedChange,
  listDelayedChangesOf,
} from './delayed-change-store.ts'

const texts = {
  'empty-vault': 'The vault of this account will already be emptied.',
  'remove-factors': 'The second factors of this account will already be removed.',
}

/**
 * Starts a change that takes effect after 72 hours. The transaction has locked the account; the caller mails its owner.
 * @throws AppError CONFLICT if one of this kind is under way
 */
export async function delayChange(
  tx: Tx,
  { id: userId }: Pick<User, 'id'>,
  of: Pick<DelayedChange, 'requested_by' | 'reason'> & { readonly kind: keyof typeof texts },
): Promise<Omit<DelayedChange, 'mac'>> {
  const present = await listDelayedChangesOf(tx, userId)
  if (present.some(({ kind }) => kind === of.kind))
    throw new AppError('CONFLICT', { message: texts[of.kind] })
  const now = tx.clock()
  const change = {
    ...of,
    id: newToken('eml').id,
    user_id: userId,
    created_at: now,
    due_at: now + changeDelayHours * 3_600_000,
    reminded_at: null,
  }
  await insertDelayedChange(tx, change)
  return change
}

/**
 * Stops changes before they take effect: one, or all of an account. The transaction has locked the account.
 * @returns how many were stopped
 */
export async function stopChanges(tx: Tx, user: User, id?: string): Promise<number> {
  let stopped = 0
  for (const change of await listDelayedChangesOf(tx, user.id)) {
    if (change.kind === 'factors-removed' || (id !== undefined && change.id !== id)) continue
    if (!(await deleteDelayedChange(tx.db, change.id))) continue
    await mailOwner(tx, user, 'delayedChangeStopped', {})
    const what = change.kind === 'empty-vault' ? 'emptying the vault' : 'removing the second factors'
    const description = `${user.username} stopped ${what}`
    tx.record({ type: 'delayed_change_stopped', description, userId: user.id })
    stopped++
  }
  return stopped
}

export const delayedChangeView = ({ id, kind, reason, created_at, due_at }: Omit<DelayedChange, 'mac'>) => ({
  id,
  kind,
  by_operator: kind !== 'empty-vault',
  reason,
  created_at: wireTime(created_at),
  due_at: wireTime(due_at),
})

/**
 * Removes the second factors of an account after 72 hours, for a user who lost all of them. The user is told at once
 * and can stop it.
 * @param reason is shown to the user
 * @throws AppError VALIDATION_FAILED, NOT_FOUND; CONFLICT if there is none, or a removal is under way
 */
export async function startFactorRemoval(tx: Tx, { id }: Pick<User, 'id'>, reason: string) {
  const trimmed = reason.trim()
  if (trimmed === '') throw new AppError('VALIDATION_FAILED', { message: 'A reason is required' })
  requireReasonLength(trimmed)
  await tx.lock([id])
  const user = await findUser(tx, id)
  if (!user) throw new AppError('NOT_FOUND')
  const { totp, recoveryCodes, passkeys } = await readFactors(tx, id)
  if (!totp && recoveryCodes + passkeys === 0) throw conflict('This account has no second factor.')
  const requested_by = tx.actor.userId
  const change = await delayChange(tx, user, { kind: 'remove-factors', requested_by, reason: trimmed })
  const variables = { userId: id, changeId: change.id, due: change.due_at, reason: trimmed }
  await mailOwner(tx, user, 'removeFactorsStarted', variables)
  tx.record({
    type: 'delayed_change_started',
    description: `${operatorOf(tx)} asked for the second factors of ${user.username} to be removed: ${trimmed}`,
    userId: id,
    origin: null,
  })
  return change
}
