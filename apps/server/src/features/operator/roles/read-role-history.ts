import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { type readRoleHistory as endpoint, maxRoleHistory } from '@envhold/contract/operator/roles.ts'
import { AppError } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import { wireTime } from '../../../http/wire-time.ts'
import { findUser } from '../../users/user-store.ts'
import { roleChangeDetails } from './role-change.ts'
import { listRoleChanges } from './role-change-store.ts'

/** @throws AppError NOT_FOUND */
export async function readRoleHistory(
  ctx: Pick<Context, 'db' | 'secrets'>,
  userId: number,
): Promise<OutputOf<typeof endpoint>> {
  if (!(await findUser(ctx, userId)))
    throw new AppError('NOT_FOUND', { message: 'There is no such account.' })
  const changes = await listRoleChanges(ctx, userId, maxRoleHistory)
  return {
    history: changes.map(({ details, assigned_by, reason, created_at }) => {
      const { from, from_name, to, to_name } = roleChangeDetails.parse(JSON.parse(details))
      return {
        role: { name: to_name, display_name: to },
        previous_role: { name: from_name, display_name: from },
        assigned_by,
        reason,
        created_at: wireTime(created_at),
      }
    }),
  }
}
