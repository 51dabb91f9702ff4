import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { readUserPermissions as endpoint } from '@envhold/contract/operator/roles.ts'
import { AppError } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import { findRole } from '../../roles/role-store.ts'
import { findUser } from '../../users/user-store.ts'

/** @throws AppError NOT_FOUND */
export async function readUserPermissions(
  ctx: Pick<Context, 'db' | 'secrets'>,
  userId: number,
): Promise<OutputOf<typeof endpoint>> {
  const user = await findUser(ctx, userId)
  if (!user) throw new AppError('NOT_FOUND', { message: 'There is no such account.' })
  const found = await findRole(ctx, user.role)
  if (!found) return { role: null, permissions: [] }
  const { id, name, display_name, permissions } = found
  return { role: { id, name, display_name }, permissions: [...permissions] }
}
