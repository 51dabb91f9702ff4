import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { deleteRole as endpoint } from '@envhold/contract/operator/roles.ts'
import { AppError } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import type { Call } from '../../../http/route.ts'
import { transact } from '../../audit-log/tx.ts'
import { readAuthority } from './authority.ts'
import { requireCustomRole } from './require-custom-role.ts'
import { countHoldersOf, deleteRoleRow } from './role-store.ts'

/** @throws AppError NOT_FOUND, FORBIDDEN, CONFLICT */
export async function deleteRole(
  ctx: Context,
  { caller, params, origin }: Call<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> {
  return await transact(ctx, { userId: caller.userId, origin }, async (tx) => {
    await tx.lock([caller.userId])
    await readAuthority(tx, 'role.delete')
    const role = await requireCustomRole(tx, params.id)
    if ((await countHoldersOf(tx, role.name)) > 0)
      throw new AppError('CONFLICT', { message: 'Cannot delete role with assigned users' })
    await deleteRoleRow(tx, role.id)
    tx.revoked({ kind: 'role_permissions', subject: role.name })
    tx.record({
      type: 'role_deleted',
      severity: 'high',
      description: `${caller.username} deleted the role ${role.name}`,
    })
    return { message: `The role "${role.display_name}" was deleted.` }
  })
}
