import { type OperatorAct, operatorActs } from '@envhold/contract/operator/acts.ts'
import type { Tx } from '../../audit-log/tx.ts'

/**
 * Records an act in the operator's own activity, too: whoever holds the session cannot act unseen by its owner. It names
 * the account by its id alone, so nothing has to be erased when the account is deleted.
 */
export function recordOperatorEvent(
  tx: Pick<Tx, 'actor' | 'record'>,
  { userId, act, reason }: { readonly userId: number; readonly act: OperatorAct; readonly reason: string },
): void {
  if (tx.actor.userId === null) return
  const done = `As an operator, on account ${userId}: ${operatorActs[act]}`
  tx.record({
    type: 'operator_acted',
    severity: 'high',
    description: reason === '' ? done : `${done}. Reason: ${reason}`,
  })
}
