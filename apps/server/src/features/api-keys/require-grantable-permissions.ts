import type { ApiKeyPermission } from '@envhold/contract/permissions.ts'
import { AppError } from '../../app-error.ts'
import type { UserCaller } from '../../http/caller.ts'

/**
 * Nobody gives an API key more than they may do themselves: a personal token that may manage projects but not read
 * values would otherwise make a key that reads them.
 * @throws AppError FORBIDDEN
 */
export function requireGrantablePermissions(caller: UserCaller, given: readonly ApiKeyPermission[]): void {
  if (caller.kind !== 'personal-token') return
  const { permissions } = caller
  const missing = given.find((name) => name !== 'variables.api_inject' && !permissions.includes(name))
  if (missing)
    throw new AppError('FORBIDDEN', {
      message: `This token does not have the permission ${missing}, which it would give to the API key.`,
    })
}
