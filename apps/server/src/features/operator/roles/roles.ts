/** Roles: what people may do in the operator area. */
import * as contract from '@envhold/contract/operator/roles.ts'
import { isAreaPermission, type OperatorPermission } from '@envhold/contract/permissions.ts'
import { AppError } from '../../../app-error.ts'
import { isUniqueViolation } from '../../../db/storage-errors.ts'
import { verb } from '../../../http/verb.ts'
import { type Tx, transact } from '../../audit-log/tx.ts'
import { readAuthority, requireHeld, requirePermission } from './authority.ts'
import {
  countHolders,
  countHoldersOf,
  deleteRoleRow,
  findRoleRow,
  insertRole,
  listRoleRows,
  lockRole,
  noSuchRole,
  permissionsOf,
  permissionsText,
  type RoleRow,
  roleView,
  saveRole,
} from './role-store.ts'

const conflict = (message: string) => new AppError('CONFLICT', { message })
const forbidden = (message: string) => new AppError('FORBIDDEN', { message })

export const listRoles = verb(contract.listRoles, async (ctx) => {
  const [rows, holders] = await Promise.all([listRoleRows(ctx), countHolders(ctx)])
  return { roles: rows.map((row) => roleView(row, holders.get(row.name) ?? 0)) }
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
      if ((await listRoleRows(tx)).length >= contract.maxRoles)
        throw conflict(`There are ${contract.maxRoles} roles already. Delete one that nobody needs.`)
      const role = await insertRole(tx, { ...body, permissions: permissionsText(body.permissions) })
      tx.record({
        type: 'role_created',
        severity: 'high',
        description: `${caller.username} created the role ${role.name} with ${body.permissions.join(', ')}`,
      })
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
    const users = await countHoldersOf(tx, role.name)
    await requireMayChange(tx, { role, users, permissions: body.permissions })
    const changed = await saveRole(tx, role, { ...body, permissions: permissionsText(body.permissions) })
    if (without(permissionsOf(role), body.permissions).length > 0)
      tx.revoked({ kind: 'role_permissions', subject: role.name })
    tx.record({
      type: 'role_updated',
      severity: 'high',
      description: `${caller.username} changed the role ${role.name}${differenceOf(role, body.permissions)}`,
    })
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
    tx.record({
      type: 'role_deleted',
      severity: 'high',
      description: `${caller.username} deleted the role ${role.name}`,
    })
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
  some.filter((one) => !others.includes(one))

function differenceOf(role: RoleRow, permissions: readonly OperatorPermission[]): string {
  const before = permissionsOf(role)
  const [added, removed] = [without(permissions, before), without(before, permissions)]
  return [
    added.length > 0 ? `, added ${added.join(', ')}` : '',
    removed.length > 0 ? `, removed ${removed.join(', ')}` : '',
  ].join('')
}
