import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { updateRole as endpoint } from '@envhold/contract/operator/roles.ts'
import { isAreaPermission, type OperatorPermission } from '@envhold/contract/permissions.ts'
import { AppError } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import type { Call } from '../../../http/route.ts'
import { type Tx, transact } from '../../audit-log/tx.ts'
import { readAuthority, requireHeld, requirePermission } from './authority.ts'
import { requireCustomRole } from './require-custom-role.ts'
import { countHoldersOf, permissionsText, type RoleRow, saveRole } from './role-store.ts'
import { permissionsOf, roleView } from './role-view.ts'

const ownRole = () =>
  new AppError('FORBIDDEN', {
    message: 'You cannot change the permissions of your own role. Ask another operator.',
  })

/** @throws AppError NOT_FOUND, FORBIDDEN */
export async function updateRole(
  ctx: Context,
  { caller, params, body, origin }: Call<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> {
  return await transact(ctx, { userId: caller.userId, origin }, async (tx) => {
    await tx.lock([caller.userId])
    const role = await requireCustomRole(tx, params.id)
    const users = await countHoldersOf(tx, role.name)
    await requireAllowed(tx, { role, users, permissions: body.permissions })
    const changed = await saveRole(tx, role, { ...body, permissions: permissionsText(body.permissions) })
    if (without(permissionsOf(role), body.permissions).length > 0)
      tx.revoked({ kind: 'role_permissions', subject: role.name })
    tx.record({
      type: 'role_updated',
      severity: 'high',
      description: `${caller.username} changed the role ${role.name}${differenceOf(role, body.permissions)}`,
    })
    return { role: roleView(changed, users) }
  })
}

interface Change {
  readonly role: RoleRow
  readonly users: number
  readonly permissions: readonly OperatorPermission[]
}

/** Changing the permissions of a role changes what its users may do, as if each were assigned another role. */
async function requireAllowed(tx: Tx, { role, users, permissions }: Change): Promise<void> {
  const authority = await readAuthority(tx, 'role.update')
  const before = permissionsOf(role)
  requireHeld(authority, [...before, ...permissions])
  const changed = [...without(permissions, before), ...without(before, permissions)]
  if (changed.length === 0) return
  if (authority.user.role === role.name) throw ownRole()
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
