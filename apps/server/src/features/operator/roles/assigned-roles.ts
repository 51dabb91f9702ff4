/** Who holds which role, and who changed that. */

import * as contract from '@envhold/contract/operator/roles.ts'
import { isAreaPermission } from '@envhold/contract/permissions.ts'
import { AppError } from '../../../app-error.ts'
import type { DbContext } from '../../../context.ts'
import { verb } from '../../../http/verb.ts'
import { wireTime } from '../../../http/wire-time.ts'
import { type Tx, transact } from '../../audit-log/tx.ts'
import { findRole } from '../../roles/role-store.ts'
import { findUser, type User } from '../../users/user-store.ts'
import { readAuthority, requireHeld, requirePermission } from './authority.ts'
import { changeRoleOfUser, parseRoleChange } from './change-role-of-user.ts'
import {
  findRoleRowByName,
  listRoleChanges,
  lockRole,
  noSuchRole,
  permissionsOf,
  type RoleRow,
} from './role-store.ts'

export const assignRole = verb(contract.assignRole, async (ctx, { caller, params, body, origin }) => {
  if (params.id === caller.userId)
    throw new AppError('FORBIDDEN', { message: 'You cannot change your own role.' })
  return await transact(ctx, { userId: caller.userId, origin }, async (tx) => {
    await tx.lock([caller.userId, params.id])
    const user = await requireUser(tx, params.id)
    const to = await lockRole(tx, body.role_id)
    if (!to) throw noSuchRole()
    const from = await findRoleRowByName(tx, user.role)
    await requireMayAssign(tx, from ? [from, to] : [to])
    await changeRoleOfUser(tx, { user, from, to, reason: body.reason?.trim() ?? '' })
    return { message: `${user.username} has the role ${to.display_name} now.` }
  })
})

export const readRoleHistory = verb(contract.readRoleHistory, async (ctx, { params }) => {
  await requireUser(ctx, params.id)
  const changes = await listRoleChanges(ctx, params.id, contract.maxRoleHistory)
  return {
    history: changes.map(({ details, assigned_by, reason, created_at }) => {
      const { from, from_name, to, to_name } = parseRoleChange(details)
      return {
        role: { name: to_name, display_name: to },
        previous_role: { name: from_name, display_name: from },
        assigned_by,
        reason,
        created_at: wireTime(created_at),
      }
    }),
  }
})

export const readUserPermissions = verb(contract.readUserPermissions, async (ctx, { params }) => {
  const user = await requireUser(ctx, params.id)
  const found = await findRole(ctx, user.role)
  if (!found) return { role: null, permissions: [] }
  const { id, name, display_name, permissions } = found
  return { role: { id, name, display_name }, permissions: [...permissions] }
})

async function requireUser(ctx: DbContext<'secrets'>, id: number): Promise<User> {
  const user = await findUser(ctx, id)
  if (!user) throw new AppError('NOT_FOUND', { message: 'There is no such account.' })
  return user
}

/** For the role that is given and the one that is removed alike. */
async function requireMayAssign(tx: Tx, roles: readonly RoleRow[]): Promise<void> {
  const authority = await readAuthority(tx, 'role.assign.user')
  const passedOn = roles.flatMap(permissionsOf)
  if (passedOn.some(isAreaPermission)) requirePermission(authority, 'role.assign.admin')
  requireHeld(authority, passedOn)
}
