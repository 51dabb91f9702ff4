import type { Endpoint } from '@envhold/contract/endpoint.ts'
import { mayEnterOperatorArea } from '@envhold/contract/operator-area.ts'
import { holdsOperatorPermission } from '@envhold/contract/permissions.ts'
import { AppError } from '../app-error.ts'
import type { Caller } from './caller.ts'
import { type OperatorSessionDeps, requireOperatorSession } from './require-operator-session.ts'
import type { ReadPermissions } from './route.ts'

export interface OperatorDeps extends OperatorSessionDeps {
  readonly readPermissions: ReadPermissions
}

/**
 * Checks that the role of an operator's session has the permission of the endpoint. Only endpoints of the operator area
 * read the role.
 * @throws AppError FORBIDDEN for all others: the existence of the operator area is not secret; UNAUTHENTICATED,
 *   STEP_UP_REQUIRED, SECOND_FACTOR_REQUIRED
 */
export async function requireOperator(
  { operatorPermission }: Endpoint,
  caller: Caller,
  { readPermissions, ...deps }: OperatorDeps,
): Promise<void> {
  if (operatorPermission === undefined) return
  if (caller.kind !== 'session') throw new AppError('FORBIDDEN')
  const permissions = await readPermissions(caller.role)
  const isAllowed =
    mayEnterOperatorArea(caller.role, permissions) && holdsOperatorPermission(permissions, operatorPermission)
  if (!isAllowed) throw new AppError('FORBIDDEN')
  await requireOperatorSession(deps, caller)
}
