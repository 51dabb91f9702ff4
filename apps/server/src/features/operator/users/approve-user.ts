import { AppError } from '../../../app-error.ts'
import { queueMail } from '../../../mail/queue-mail.ts'
import { operatorOf } from '../../accounts/operator-of.ts'
import type { Tx } from '../../audit-log/tx.ts'
import { changeUser, type User } from '../../users/user-store.ts'
import { recordOperatorAct } from './operator-act-store.ts'
import { requireMayAct } from './require-may-act.ts'

/**
 * Lets an account in that waits for approval.
 * @throws AppError NOT_FOUND, CONFLICT, FORBIDDEN
 */
export async function approveUser(tx: Tx, id: number): Promise<User> {
  const user = await requireMayAct(tx, id, 'user.unsuspend')
  if (user.status !== 'PENDING')
    throw new AppError('CONFLICT', { message: 'This account does not wait for approval.' })
  const active = await changeUser(tx, user, { status: 'ACTIVE' })
  if (!active)
    throw new AppError('CONFLICT', { message: 'The account was changed at the same time. Try again.' })
  await queueMail(tx, 'accountApproved', { to: user.email, variables: {} })
  await recordOperatorAct(tx, { userId: id, act: 'approve', reason: '', details: {} })
  tx.record({
    type: 'account_approved',
    severity: 'low',
    description: `${operatorOf(tx)} approved the account`,
    userId: id,
    origin: null,
  })
  return active
}
