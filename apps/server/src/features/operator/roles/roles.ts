/** Roles: what people may do in the operator area, who holds which, and who changed that. */
import * as contract from '@envhold/contract/operator/roles.ts'
import { isAreaPermission, type OperatorPermission } from '@envhold/contract/permissions.ts'
import { changedSinceRead, conflict, forbidden, notFound } from '../../../app-error.ts'
import type { DbContext } from '../../../context.ts'
import { isUniqueViolation } from '../../../db/storage-errors.ts'
import { wireTime } from '../../../http/responses/wire-time.ts'
import { verb } from '../../../http/verb.ts'
import { type Tx, transact } from '../../audit-log/tx.ts'
import { findRole } from '../../roles/role-store.ts'
import { findUser, type User } from '../../users/user-store.ts'
import { readAuthority, requireHeld, requirePermission } from './authority.ts'
import { changeRoleOfUser, parseRoleChange } from './change-role-of-user.ts'
import {
  countHolders,
  countHoldersOf,
  countRoles,
  deleteRoleRow,
  findRoleRow,
  findRoleRowByName,
  insertRole,
  listRoleChanges,
  lockRole,
  noSuchRole,
  permissionsOf,
  permissionsText,
  type RoleRow,
  roleView,
  saveRole,
  splitRoleRows,
} from './role-store.ts'

export const listRoles = verb(contract.listRoles, async (ctx) => {
  const [{ rows, rejected }, holders] = await Promise.all([splitRoleRows(ctx), countHolders(ctx)])
  return {
    roles: rows.map((row) => roleView(row, holders.get(row.name) ?? 0)),
    rejected: rejected.map(({ id, name }) => ({ id, name })),
  }
})

export const readRole = verb(contract.readRole, async (ctx, { params }) => {
  const row = await findRoleRow(ctx, params.id)
  if (!row) throw noSuchRole()
  return { role: roleView(row, await countHoldersOf(ctx, row.name)) }
})

export const createRole = verb(contract.createRole, async (ctx, { caller, body, origin }) => {
  try {
    return await transact(ctx, { userId: caller.userId, origin }, async (tx) => {
      await tx.lock([caller.userId])
      requireHeld(await readAuthority(tx, 'role.create'), body.permissions)
      if ((await countRoles(tx)) >= contract.maxRoles)
        throw conflict(`There are ${contract.maxRoles} roles already. Delete one that nobody needs.`)
      const role = await insertRole(tx, { ...body, permissions: permissionsText(body.permissions) })
      const description = `${caller.username} created the role ${role.name} with ${body.permissions.join(', ')}`
      tx.record({ type: 'role_created', description })
      return { role: roleView(role, 0) }
    })
  } catch (error) {
    throw isUniqueViolation(error) ? conflict('A role with this name already exists.') : error
  }
})

export const updateRole = verb(contract.updateRole, (ctx, { caller, params, body, origin }) =>
  transact(ctx, { userId: caller.userId, origin }, async (tx) => {
    await tx.lock([caller.userId])
    const role = await requireCustomRole(tx, params.id)
    const { revision = role.updated_at, ...change } = body
    if (revision !== role.updated_at) throw changedSinceRead('role')
    const users = await countHoldersOf(tx, role.name)
    await requireMayChange(tx, { role, users, permissions: body.permissions })
    const changed = await saveRole(tx, role, { ...change, permissions: permissionsText(body.permissions) })
    if (without(permissionsOf(role), body.permissions).length > 0)
      tx.revoked({ kind: 'role_permissions', subject: role.name })
    const description = `${caller.username} changed the role ${role.name}${differenceOf(role, body.permissions)}`
    tx.record({ type: 'role_updated', description })
    return { role: roleView(changed, users) }
  }),
)

export const deleteRole = verb(contract.deleteRole, (ctx, { caller, params, origin }) =>
  transact(ctx, { userId: caller.userId, origin }, async (tx) => {
    await tx.lock([caller.userId])
    await readAuthority(tx, 'role.delete')
    const role = await requireCustomRole(tx, params.id)
    if ((await countHoldersOf(tx, role.name)) > 0) throw conflict('Cannot delete role with assigned users')
    await deleteRoleRow(tx, role.id)
    tx.revoked({ kind: 'role_permissions', subject: role.name })
    const description = `${caller.username} deleted the role ${role.name}`
    tx.record({ type: 'role_deleted', description })
    return { message: `The role "${role.display_name}" was deleted.` }
  }),
)

/**
 * Reads and locks a role that operators may change.
 * @throws AppError NOT_FOUND; FORBIDDEN for a system role
 */
async function requireCustomRole(tx: Tx, id: number): Promise<RoleRow> {
  const role = await lockRole(tx, id)
  if (!role) throw noSuchRole()
  if (role.is_system === 1) throw forbidden('System roles cannot be changed or deleted.')
  return role
}

interface Change {
  readonly role: RoleRow
  readonly users: number
  readonly permissions: readonly OperatorPermission[]
}

/** Changing the permissions of a role changes what its users may do, as if each were assigned another role. */
async function requireMayChange(tx: Tx, { role, users, permissions }: Change): Promise<void> {
  const authority = await readAuthority(tx, 'role.update')
  const before = permissionsOf(role)
  requireHeld(authority, [...before, ...permissions])
  const changed = [...without(permissions, before), ...without(before, permissions)]
  if (changed.length === 0) return
  if (authority.user.role === role.name)
    throw forbidden('You cannot change the permissions of your own role. Ask another operator.')
  if (users > 0 && changed.some(isAreaPermission)) requirePermission(authority, 'role.assign.admin')
}

const without = (some: readonly OperatorPermission[], others: readonly OperatorPermission[]) =>
  some.filter((permission) => !others.includes(permission))

function differenceOf(role: RoleRow, permissions: readonly OperatorPermission[]): string {
  const before = permissionsOf(role)
  const [added, removed] = [without(permissions, before), without(before, permissions)]
  return [
    added.length > 0 ? `, added ${added.join(', ')}` : '',
    removed.length > 0 ? `, removed ${removed.join(', ')}` : '',
  ].join('')
}

/** Gives an account another role. Nobody changes their own. */
export const assignRole = verb(contract.assignRole, async (ctx, { caller, params, body, origin }) => {
  if (params.id === caller.userId) throw forbidden('You cannot change your own role.')
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
  const role = await findRole(ctx, user.role)
  if (!role) return { role: null, permissions: [] }
  const { id, name, display_name, permissions } = role
  return { role: { id, name, display_name }, permissions: [...permissions] }
})

async function requireUser(ctx: DbContext<'secrets'>, id: number): Promise<User> {
  const user = await findUser(ctx, id)
  if (!user) throw notFound('There is no such account.')
  return user
}

/** For the role that is given and the one that is removed alike. */
async function requireMayAssign(tx: Tx, roles: readonly RoleRow[]): Promise<void> {
  const authority = await readAuthority(tx, 'role.assign.user')
  const passedOn = roles.flatMap(permissionsOf)
  if (passedOn.some(isAreaPermission)) requirePermission(authority, 'role.assign.admin')
  requireHeld(authority, passedOn)
}
