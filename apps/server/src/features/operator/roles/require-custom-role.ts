import { AppError } from '../../../app-error.ts'
import type { Tx } from '../../audit-log/tx.ts'
import { lockRole, type RoleRow } from './role-store.ts'

/**
 * Reads and locks a role that operators may change.
 * @throws AppError NOT_FOUND; FORBIDDEN for a system role
 */
export async function requireCustomRole(tx: Tx, id: number): Promise<RoleRow> {
  const role = await lockRole(tx, id)
  if (!role) throw new AppError('NOT_FOUND', { message: 'This role does not exist.' })
  if (role.is_system === 1)
    throw new AppError('FORBIDDEN', { message: 'System roles cannot be changed or deleted.' })
  return role
}
