import type { ApiKeyPermission } from '@envhold/contract/permissions.ts'
import { AppError } from '../../app-error.ts'
import type { UserCaller } from '../../http/caller.ts'

/**
 * Rejects permissions that the caller does not have. Otherwise a personal token that manages projects but cannot read
 * values could create a key that reads them.
 * @throws AppError FORBIDDEN
 */
export function requireGrantablePermissions(caller: UserCaller, given: readonly ApiKeyPermission[]): void {
  if (caller.kind !== 'personal-token') return
  const { permissions } = caller
  const missing = given.find((name) => name !== 'variables.api_inject' && !permissions.includes(name))
  if (missing)
    throw new AppError('FORBIDDEN', {
      message: `The API key would have the permission ${missing}, which this token does not have.`,
    })
}
