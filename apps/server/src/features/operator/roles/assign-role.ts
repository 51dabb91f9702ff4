import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { assignRole as endpoint } from '@envhold/contract/operator/roles.ts'
import { isAreaPermission } from '@envhold/contract/permissions.ts'
import { AppError } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import type { Call } from '../../../http/route.ts'
import { type Tx, transact } from '../../audit-log/tx.ts'
import { findUser } from '../../users/user-store.ts'
import { readAuthority, requireHeld, requirePermission } from './authority.ts'
import { changeRoleOfUser } from './change-role-of-user.ts'
import { findRoleRowByName, lockRole, type RoleRow } from './role-store.ts'
import { permissionsOf } from './role-view.ts'

/** @throws AppError NOT_FOUND, FORBIDDEN, CONFLICT */
export async function assignRole(
  ctx: Context,
  { caller, params, body, origin }: Call<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> {
  if (params.id === caller.userId)
    throw new AppError('FORBIDDEN', { message: 'You cannot change your own role.' })
  return await transact(ctx, { userId: caller.userId, origin }, async (tx) => {
    await tx.lock([caller.userId, params.id])
    const user = await findUser(tx, params.id)
    if (!user) throw new AppError('NOT_FOUND', { message: 'There is no such account.' })
    const to = await lockRole(tx, body.role_id)
    if (!to) throw new AppError('NOT_FOUND', { message: 'This role does not exist.' })
    const from = await findRoleRowByName(tx, user.role)
    await requireAllowed(tx, from ? [from, to] : [to])
    await changeRoleOfUser(tx, { user, from, to, reason: body.reason?.trim() ?? '' })
    return { message: `${user.username} has the role ${to.display_name} now.` }
  })
}

/** For the role that is given and the one that is removed alike. */
async function requireAllowed(tx: Tx, roles: readonly RoleRow[]): Promise<void> {
  const authority = await readAuthority(tx, 'role.assign.user')
  const passedOn = roles.flatMap(permissionsOf)
  if (passedOn.some(isAreaPermission)) requirePermission(authority, 'role.assign.admin')
  requireHeld(authority, passedOn)
}
