import { AppError } from '../../../app-error.ts'
import { queueMail } from '../../../mail/queue-mail.ts'
import { deletePermanently, type RevokeAllGrants } from '../../accounts/delete-permanently.ts'
import { operatorOf } from '../../accounts/operator-of.ts'
import type { Tx } from '../../audit-log/tx.ts'
import { hasOtherSuperAdmin } from '../../users/super-admin-store.ts'
import type { User } from '../../users/user-store.ts'
import { recordOperatorEvent } from './record-operator-event.ts'
import { requireMayAct } from './require-may-act.ts'

const deletable: readonly User['status'][] = ['INACTIVE', 'SUSPENDED', 'PENDING']

/**
 * Deletes an account for good, with its projects. What it could open in projects of others is re-keyed.
 * @returns the account as it was
 * @throws AppError NOT_FOUND, CONFLICT, FORBIDDEN for the own account and the last operator
 */
export async function forceDeleteUser(
  tx: Tx,
  id: number,
  { reason, revokeAllGrants }: { readonly reason: string; readonly revokeAllGrants: RevokeAllGrants },
): Promise<User> {
  const user = await requireMayAct(tx, id, 'user.force_delete')
  if (!deletable.includes(user.status))
    throw new AppError('CONFLICT', { message: 'Suspend an active account before you delete it.' })
  if (user.role === 'SUPER_ADMIN' && !(await hasOtherSuperAdmin(tx, id)))
    throw new AppError('FORBIDDEN', { message: 'The last SUPER_ADMIN cannot be deleted.' })
  const { supportEmail } = tx.config
  await queueMail(tx, 'accountForceDeleted', { to: user.email, variables: { reason, supportEmail } })
  recordOperatorEvent(tx, { userId: id, act: 'force_delete', reason })
  await deletePermanently(tx, user, {
    revokeAllGrants,
    description: `${operatorOf(tx)} permanently deleted the account: ${reason}`,
  })
  return user
}
