import type { readUserStatus as endpoint } from '@envhold/contract/accounts.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { AppError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import { findRole } from '../roles/role-store.ts'
import { findUser } from '../users/user-store.ts'

export async function readUserStatus(
  ctx: Pick<Context, 'db' | 'secrets' | 'config'>,
  userId: number,
): Promise<OutputOf<typeof endpoint>> {
  const user = await findUser(ctx, userId)
  if (!user) throw new AppError('UNAUTHENTICATED')
  const { id, username, email, status, suspended_reason } = user
  const role = await findRole(ctx, user.role)
  const roles = role ? [{ ...role, permissions: [...role.permissions] }] : []
  return {
    user: { id, username, email, status, suspended_reason, roles },
    userStatus: status,
    suspendedReason: suspended_reason,
    supportEmail: ctx.config.supportEmail,
    suspensionMessage: ctx.config.suspensionMessage,
  }
}
