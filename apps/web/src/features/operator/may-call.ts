import { type OperatorCall, operatorCalls } from '@envhold/contract/operator/operator-calls.ts'
import { holdsOperatorPermission, isOperatorPermission } from '@envhold/contract/permissions.ts'
import type { Operator } from './operator.ts'

/** Whether an operator's role has the permission of a call. The server checks it at each call, too. */
export const mayCall = ({ role }: Operator, call: OperatorCall): boolean =>
  holdsOperatorPermission(role.permissions.filter(isOperatorPermission), operatorCalls[call].permission)
