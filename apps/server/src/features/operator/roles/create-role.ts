import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { type createRole as endpoint, maxRoles } from '@envhold/contract/operator/roles.ts'
import { AppError } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import { isUniqueViolation } from '../../../db/unique-violation.ts'
import type { Call } from '../../../http/route.ts'
import { transact } from '../../audit-log/tx.ts'
import { readAuthority, requireHeld } from './authority.ts'
import { insertRole, listRoleRows, permissionsText } from './role-store.ts'
import { roleView } from './role-view.ts'

const taken = () => new AppError('CONFLICT', { message: 'A role with this name already exists.' })
const full = () =>
  new AppError('CONFLICT', { message: `There are ${maxRoles} roles already. Delete one that nobody needs.` })

/** @throws AppError FORBIDDEN, CONFLICT */
export async function createRole(
  ctx: Context,
  { caller, body, origin }: Call<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> {
  try {
    return await transact(ctx, { userId: caller.userId, origin }, async (tx) => {
      await tx.lock([caller.userId])
      requireHeld(await readAuthority(tx, 'role.create'), body.permissions)
      if ((await listRoleRows(tx)).length >= maxRoles) throw full()
      const role = await insertRole(tx, { ...body, permissions: permissionsText(body.permissions) })
      tx.record({
        type: 'role_created',
        severity: 'high',
        description: `${caller.username} created the role ${role.name} with ${body.permissions.join(', ')}`,
      })
      return { role: roleView(role, 0) }
    })
  } catch (error) {
    throw isUniqueViolation(error) ? taken() : error
  }
}
