import type { CollaboratorRole } from '@envhold/contract/collaborators.ts'
import type { PersonalTokenPermission } from '@envhold/contract/permissions.ts'
import { AppError } from '../../app-error.ts'
import type { UserCaller } from '../../http/caller.ts'

const needed: Record<CollaboratorRole, readonly PersonalTokenPermission[]> = {
  read: ['read_variables', 'read_schema'],
  write: ['read_variables', 'read_schema', 'write_variables'],
}

/**
 * Rejects sharing more than the caller may do. Otherwise a personal token that manages projects but cannot read values
 * could invite someone who reads them for it.
 * @throws AppError FORBIDDEN
 */
export function requireShareable(caller: UserCaller, role: CollaboratorRole): void {
  if (caller.kind !== 'personal-token') return
  const missing = needed[role].find((name) => !caller.permissions.includes(name))
  if (missing)
    throw new AppError('FORBIDDEN', {
      message: `The collaborator would have the permission ${missing}, which this token does not have.`,
    })
}
