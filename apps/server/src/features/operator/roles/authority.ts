import {
  type AreaPermission,
  holdsOperatorPermission,
  listLackedPermissions,
  type OperatorPermission,
} from '@envhold/contract/permissions.ts'
import { AppError, forbidden } from '../../../app-error.ts'
import type { Tx } from '../../audit-log/tx.ts'
import { findRole } from '../../roles/role-store.ts'
import { findUser, type User } from '../../users/user-store.ts'

/** An operator and what they may do, as of this transaction. */
export interface Authority {
  readonly user: User
  readonly permissions: readonly OperatorPermission[]
}

/**
 * Reads again what the operator may do whose call this is: another operator may have changed it since the call was
 * authorised. The operator's account is locked.
 * @throws AppError FORBIDDEN
 */
export async function readAuthority(tx: Tx, required: AreaPermission): Promise<Authority> {
  const user = tx.actor.userId === null ? undefined : await findUser(tx, tx.actor.userId)
  if (user?.status !== 'ACTIVE') throw new AppError('FORBIDDEN')
  const permissions = (await findRole(tx, user.role))?.permissions ?? []
  requirePermission({ permissions }, required)
  return { user, permissions }
}

/**
 * Checks that the operator may act on an account, or on what belongs to it: nobody acts on one with permissions that
 * the operator lacks. A command on the machine may act on every account. Both accounts are locked.
 * @throws AppError FORBIDDEN
 */
export async function requireNoMorePermissions(
  tx: Tx,
  { role }: Pick<User, 'role'>,
  required: AreaPermission,
): Promise<void> {
  if (tx.actor.userId === null) return
  const { permissions } = await readAuthority(tx, required)
  const theirs = (await findRole(tx, role))?.permissions ?? []
  if (listLackedPermissions(permissions, theirs).length > 0)
    throw forbidden('This account has permissions that you do not have.')
}

/** @throws AppError FORBIDDEN */
export function requirePermission(
  { permissions }: Pick<Authority, 'permissions'>,
  required: AreaPermission,
): void {
  if (!holdsOperatorPermission(permissions, required))
    throw forbidden(`This needs the permission ${required}.`)
}

/**
 * Checks that the operator has what a role gives or loses: nobody passes on more than they have.
 * @throws AppError FORBIDDEN
 */
export function requireHeld(
  { permissions }: Pick<Authority, 'permissions'>,
  passedOn: readonly OperatorPermission[],
): void {
  const lacked = listLackedPermissions(permissions, passedOn)
  if (lacked.length > 0)
    throw forbidden(
      `You can only give and remove permissions that you have. You do not have ${lacked.join(', ')}.`,
    )
}
