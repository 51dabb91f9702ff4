import { type AreaPermission, listLackedPermissions } from '@envhold/contract/permissions.ts'
import { AppError } from '../../../app-error.ts'
import type { Tx } from '../../audit-log/tx.ts'
import { findRole } from '../../roles/role-store.ts'
import { findUser, type User } from '../../users/user-store.ts'
import { readAuthority } from '../roles/authority.ts'

/**
 * Finds the account that an operator acts on, and locks both. Nobody acts on the own account, nor on one with
 * permissions that the operator lacks. A command on the machine may act on every account.
 * @throws AppError NOT_FOUND, FORBIDDEN
 */
export async function requireMayAct(tx: Tx, userId: number, required: AreaPermission): Promise<User> {
  const operatorId = tx.actor.userId
  if (operatorId === userId)
    throw new AppError('FORBIDDEN', { message: 'You cannot do this to your own account.' })
  await tx.lock(operatorId === null ? [userId] : [operatorId, userId])
  const user = await findUser(tx, userId)
  if (!user) throw new AppError('NOT_FOUND', { message: 'This account does not exist.' })
  if (operatorId === null) return user
  const { permissions } = await readAuthority(tx, required)
  const theirs = (await findRole(tx, user.role))?.permissions ?? []
  if (listLackedPermissions(permissions, theirs).length > 0)
    throw new AppError('FORBIDDEN', { message: 'This account has permissions that you do not have.' })
  return user
}
