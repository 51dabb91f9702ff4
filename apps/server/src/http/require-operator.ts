import type { Endpoint } from '@envhold/contract/endpoint.ts'
import { holdsOperatorPermission, mayEnterOperatorArea, systemRoles } from '@envhold/contract/permissions.ts'
import { AppError } from '../app-error.ts'
import type { Caller } from './caller.ts'

/**
 * Lets an operator's session through, if its role holds the permission of the endpoint.
 * @throws AppError FORBIDDEN for all others: the existence of the operator area is not secret
 */
export function requireOperator({ operatorPermission }: Endpoint, caller: Caller): void {
  if (operatorPermission === undefined) return
  if (caller.kind !== 'session') throw new AppError('FORBIDDEN')
  const permissions = systemRoles.find(({ name }) => name === caller.role)?.permissions ?? []
  const isAllowed =
    mayEnterOperatorArea(caller.role, permissions) && holdsOperatorPermission(permissions, operatorPermission)
  if (!isAllowed) throw new AppError('FORBIDDEN')
}
