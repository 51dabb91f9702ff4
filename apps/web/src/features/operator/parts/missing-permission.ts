import { type OperatorCall, operatorCalls } from '@envhold/contract/operator/operator-calls.ts'
import { operatorPermissions } from '@envhold/contract/permissions.ts'

/** Which permission a call needs, in words. */
export function missingPermission(call: OperatorCall): string {
  const { permission } = operatorCalls[call]
  return `Your role lacks the permission ${permission} (${operatorPermissions[permission]}). Ask an operator who may change roles.`
}
