import type { Role } from '@envhold/contract/operator/roles.ts'
import { isOperatorPermission, type OperatorPermission } from '@envhold/contract/permissions.ts'
import { AppError } from '../../../app-error.ts'
import { wireTime } from '../../../http/wire-time.ts'
import type { RoleRow } from './role-store.ts'

export const noSuchRole = () => new AppError('NOT_FOUND', { message: 'This role does not exist.' })

/** The permissions of a role. One that this version does not know allows nothing. */
export const permissionsOf = ({ permissions }: Pick<RoleRow, 'permissions'>): OperatorPermission[] =>
  (JSON.parse(permissions) as string[]).filter(isOperatorPermission)

/** A role as operators see it. */
export const roleView = (row: RoleRow, users: number): Role => ({
  id: row.id,
  name: row.name,
  display_name: row.display_name,
  description: row.description,
  permissions: permissionsOf(row),
  is_system_role: row.is_system === 1,
  _count: { users },
  created_at: wireTime(row.created_at),
  updated_at: wireTime(row.updated_at),
})
