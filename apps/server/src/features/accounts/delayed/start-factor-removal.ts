import { AppError } from '../../../app-error.ts'
import { queueMail } from '../../../mail/queue-mail.ts'
import type { Tx } from '../../audit-log/tx.ts'
import { findUser, type User } from '../../users/user-store.ts'
import { operatorOf } from '../operator-of.ts'
import { requireReasonLength } from '../suspend-account.ts'
import { delayChange } from './delay-change.ts'
import type { DelayedChange } from './delayed-change-store.ts'

/**
 * Removes the second factors of an account after 72 hours, for a user who lost all of them. The user is told at once
 * and can stop it.
 * @param reason is shown to the user
 * @throws AppError VALIDATION_FAILED, NOT_FOUND, CONFLICT
 */
export async function startFactorRemoval(
  tx: Tx,
  { id }: Pick<User, 'id'>,
  reason: string,
): Promise<Omit<DelayedChange, 'mac'>> {
  const given = reason.trim()
  if (given === '') throw new AppError('VALIDATION_FAILED', { message: 'A reason is required' })
  requireReasonLength(given)
  await tx.lock([id])
  const user = await findUser(tx, id)
  if (!user) throw new AppError('NOT_FOUND')
  const requested_by = tx.actor.userId
  const change = await delayChange(tx, user, { kind: 'remove-factors', requested_by, reason: given })
  const variables = { userId: id, changeId: change.id, due: change.due_at, reason: given }
  await queueMail(tx, 'removeFactorsStarted', { to: user.email, variables })
  tx.record({
    type: 'delayed_change_started',
    severity: 'high',
    description: `${operatorOf(tx)} asked for the second factors of ${user.username} to be removed: ${given}`,
    userId: id,
    origin: null,
  })
  return change
}
