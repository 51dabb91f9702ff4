/** What operators do to accounts, in the area or by a command on the machine. Each locks the account first. */
import { graceExtension } from '@envhold/contract/operator/users.ts'
import type { AreaPermission } from '@envhold/contract/permissions.ts'
import { conflict, forbidden, notFound } from '../../../app-error.ts'
import { wireTime } from '../../../http/responses/wire-time.ts'
import { daysMs } from '../../../jobs/retention-rule.ts'
import { queueMail } from '../../../mail/queue-mail.ts'
import { dayOf } from '../../../mail/wording.ts'
import { deletePermanently, restoreWindowMs } from '../../accounts/delete-permanently.ts'
import {
  changedMeanwhile,
  operatorOf,
  suspendAccount,
  unsuspendAccount,
} from '../../accounts/suspend-account.ts'
import { startClocks, stopClocks } from '../../archive/phase/update-phase.ts'
import type { Tx } from '../../audit-log/tx.ts'
import { hasOtherSuperAdmin } from '../../roles/role-store.ts'
import { endAllDevices } from '../../sessions/devices.ts'
import { changeUser, findUser, type User } from '../../users/user-store.ts'
import { requireNoMorePermissions } from '../roles/authority.ts'
import { recordOperatorAction, recordOperatorEvent } from './operator-action-store.ts'

/**
 * Lets an account in that waits for approval.
 * @throws AppError NOT_FOUND, CONFLICT, FORBIDDEN
 */
export async function approveUser(tx: Tx, id: number): Promise<User> {
  const user = await requireManageableUser(tx, id, 'user.unsuspend')
  if (user.status !== 'PENDING') throw conflict('This account does not wait for approval.')
  const active = await changeUser(tx, user, { status: 'ACTIVE' })
  if (!active) throw changedMeanwhile()
  await queueMail(tx, 'accountApproved', { to: user.email, variables: {} })
  await recordOperatorAction(tx, { userId: id, act: 'approve', reason: '', details: {} })
  const description = `${operatorOf(tx)} approved the account`
  tx.record({ type: 'account_approved', description, userId: id, origin: null })
  return active
}

/**
 * Confines an active account and stops the clocks of its grace period and its archive.
 * @throws AppError VALIDATION_FAILED, NOT_FOUND, CONFLICT, FORBIDDEN for the own account and the last operator
 */
export async function suspendUser(tx: Tx, id: number, reason: string): Promise<User> {
  await requireManageableUser(tx, id, 'user.suspend')
  const suspended = await suspendAccount(tx, { id }, reason)
  await stopClocks(tx, id)
  await recordOperatorAction(tx, { userId: id, act: 'suspend', reason: reason.trim(), details: {} })
  return suspended
}

/**
 * Ends a suspension, and lets the clocks go on.
 * @throws AppError VALIDATION_FAILED, NOT_FOUND, CONFLICT, FORBIDDEN
 */
export async function unsuspendUser(tx: Tx, id: number, reason = ''): Promise<User> {
  await requireManageableUser(tx, id, 'user.unsuspend')
  const active = await unsuspendAccount(tx, { id }, reason)
  await startClocks(tx, id)
  await recordOperatorAction(tx, { userId: id, act: 'unsuspend', reason: reason.trim(), details: {} })
  return active
}

/**
 * Signs out every device of an account. Its personal tokens and API keys work as before.
 * @throws AppError NOT_FOUND, FORBIDDEN
 */
export async function endSessionsOf(tx: Tx, id: number, reason: string): Promise<void> {
  await tx.lock([id])
  const user = await requireManageableUser(tx, id, 'user.suspend')
  await endAllDevices(tx.db, id)
  const variables = { reason, supportEmail: tx.config.supportEmail }
  await queueMail(tx, 'sessionsEndedByOperator', { to: user.email, variables })
  await recordOperatorAction(tx, { userId: id, act: 'end_sessions', reason, details: {} })
  tx.revoked({ kind: 'sessions', userId: id })
  const description = `${operatorOf(tx)} signed out all devices: ${reason}`
  tx.record({ type: 'session_ended', severity: 'high', description, userId: id, origin: null })
}

interface Extended {
  readonly user: User
  readonly endsAt: number
}

/**
 * Extends the time in which the owner of a deleted account can restore it. It starts at `deleted_at`, so that is moved:
 * the sweep, the sign-in and the lists all compute the end from there.
 * @throws AppError NOT_FOUND, CONFLICT, FORBIDDEN
 */
export async function extendGracePeriod(tx: Tx, id: number, days: number): Promise<Extended> {
  const user = await requireManageableUser(tx, id, 'user.force_delete')
  if (user.status !== 'INACTIVE' || user.deleted_at === null)
    throw conflict('Only an inactive account has a grace period.')
  const now = tx.clock()
  const before = user.deleted_at + restoreWindowMs
  // One that has ended, and that the next sweep would delete, counts from now.
  const endsAt = Math.max(before, now) + daysMs(days)
  if (endsAt > now + daysMs(graceExtension.maxDays))
    throw conflict(
      `A grace period ends at most ${graceExtension.maxDays} days from now. This one ends ${dayOf(before)}.`,
    )
  const extended = await changeUser(tx, user, { deleted_at: endsAt - restoreWindowMs })
  if (!extended) throw changedMeanwhile()
  const details = { days, ends_at: wireTime(endsAt) }
  await recordOperatorAction(tx, { userId: id, act: 'extend_grace', reason: '', details })
  const description = `${operatorOf(tx)} extended the time to restore the account by ${days} days`
  tx.record({ type: 'account_grace_extended', description, userId: id, origin: null })
  return { user: extended, endsAt }
}

const deletable: readonly User['status'][] = ['INACTIVE', 'SUSPENDED', 'PENDING']

/**
 * Deletes an account for good, with its projects. What it could open in projects of others is re-keyed.
 * @returns the account as it was
 * @throws AppError NOT_FOUND, CONFLICT, FORBIDDEN for the own account and the last operator
 */
export async function forceDeleteUser(tx: Tx, id: number, reason: string): Promise<User> {
  const user = await requireManageableUser(tx, id, 'user.force_delete')
  if (!deletable.includes(user.status)) throw conflict('Suspend an active account before you delete it.')
  if (user.role === 'SUPER_ADMIN' && !(await hasOtherSuperAdmin(tx, id)))
    throw forbidden('The last SUPER_ADMIN cannot be deleted.')
  const { supportEmail } = tx.config
  await queueMail(tx, 'accountForceDeleted', { to: user.email, variables: { reason, supportEmail } })
  recordOperatorEvent(tx, { userId: id, act: 'force_delete', reason })
  await deletePermanently(tx, user, `${operatorOf(tx)} permanently deleted the account: ${reason}`)
  return user
}

/**
 * Finds the account that an operator acts on, and locks both. Nobody acts on the own account, nor on one with
 * permissions that the operator lacks. A command on the machine may act on every account.
 * @throws AppError NOT_FOUND, FORBIDDEN
 */
export async function requireManageableUser(tx: Tx, userId: number, required: AreaPermission): Promise<User> {
  const operatorId = tx.actor.userId
  if (operatorId === userId) throw forbidden('You cannot do this to your own account.')
  await tx.lock(operatorId === null ? [userId] : [operatorId, userId])
  const user = await findUser(tx, userId)
  if (!user) throw notFound('This account does not exist.')
  await requireNoMorePermissions(tx, user, required)
  return user
}
