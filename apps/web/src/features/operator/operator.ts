import type { Account } from '@envhold/contract/accounts/accounts.ts'
import { type OperatorCall, operatorCalls } from '@envhold/contract/operator/operator-calls.ts'
import { holdsOperatorPermission, isOperatorPermission } from '@envhold/contract/permissions.ts'
import { createContext, useContext } from 'react'

/** The signed-in operator, as the server describes them. */
export interface Operator {
  readonly account: Account
  readonly role: {
    readonly name: string
    readonly display_name: string
    readonly permissions: readonly string[]
  }
}

/** Whether an operator's role has the permission of a call. The server checks it at each call, too. */
export const mayCall = ({ role }: Operator, call: OperatorCall): boolean =>
  holdsOperatorPermission(role.permissions.filter(isOperatorPermission), operatorCalls[call].permission)

export const OperatorContext = createContext<Operator | null>(null)

export function useOperator(): Operator {
  const operator = useContext(OperatorContext)
  if (!operator) throw new Error('There is no operator above this component')
  return operator
}

/** Whether this operator may use a call: what they may not use is not drawn. */
export const useMayCall = (call: OperatorCall): boolean => mayCall(useOperator(), call)
