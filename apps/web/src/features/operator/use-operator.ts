import type { OperatorCall } from '@envhold/contract/operator/operator-calls.ts'
import { createContext, useContext } from 'react'
import { mayCall } from './may-call.ts'
import type { Operator } from './operator.ts'

export const OperatorContext = createContext<Operator | null>(null)

export function useOperator(): Operator {
  const operator = useContext(OperatorContext)
  if (!operator) throw new Error('There is no operator above this component')
  return operator
}

/** Whether this operator may use a call: what they may not use is not drawn. */
export const useMayCall = (call: OperatorCall): boolean => mayCall(useOperator(), call)
