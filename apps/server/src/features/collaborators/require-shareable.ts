import type { CollaboratorRole } from '@envhold/contract/collaborators.ts'
import type { PersonalTokenPermission } from '@envhold/contract/permissions.ts'
import { AppError } from '../../app-error.ts'
import type { UserCaller } from '../../http/caller.ts'

const needed: Record<CollaboratorRole, readonly PersonalTokenPermission[]> = {
  read: ['read_variables', 'read_schema'],
  write: ['read_variables', 'read_schema', 'write_variables'],
}

/**
 * Nobody gives away more than they may do themselves: a personal token that manages projects without reading values
 * would otherwise invite somebody who reads them for it.
 * @throws AppError FORBIDDEN
 */
export function requireShareable(caller: UserCaller, role: CollaboratorRole): void {
  if (caller.kind !== 'personal-token') return
  const missing = needed[role].find((name) => !caller.permissions.includes(name))
  if (missing)
    throw new AppError('FORBIDDEN', {
      message: `This token does not have the permission ${missing}, which it would give to the collaborator.`,
    })
}
