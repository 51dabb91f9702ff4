import {
  type OperatorAction,
  type OperatorActionDetails,
  operatorActionDetails,
  operatorActions,
} from '@envhold/contract/operator/operator-actions.ts'
import type { Db } from '../../../db/connect.ts'
import { parseStored } from '../../../db/parse-stored.ts'
import type { Tx } from '../../audit-log/tx.ts'

interface Act {
  /** The account. */
  readonly userId: number
  readonly act: OperatorAction
  /** Its user reads this. */
  readonly reason: string
  /** What the act changed. Never a value or the name of a variable. */
  readonly details: OperatorActionDetails
}

/** A recorded act. */
export interface RecordedAction extends Omit<Act, 'userId'> {
  readonly id: number
  /** Null: a command on the machine, or an operator whose account was deleted. */
  readonly operator: string | null
  readonly created_at: number
}

/** Records what the operator of this transaction does to an account: for its user, and in the operator's activity. */
export async function recordOperatorAction(
  tx: Pick<Tx, 'db' | 'actor' | 'clock' | 'record'>,
  { userId, act, reason, details }: Act,
): Promise<void> {
  recordOperatorEvent(tx, { userId, act, reason })
  await tx.db
    .insertInto('operator_actions')
    .values({
      user_id: userId,
      operator_id: tx.actor.userId,
      act,
      reason,
      details: JSON.stringify(details),
      created_at: tx.clock(),
    })
    .execute()
}

const beginningOf = (isOperator: boolean, userId: number) =>
  `${isOperator ? 'As an operator' : 'By a command of the server'}, on account ${userId}: `

/** What the entries of acts on an account begin with. */
export const beginningsOfActsOn = (userId: number): readonly string[] =>
  [true, false].map((isOperator) => beginningOf(isOperator, userId))

/**
 * Records an act in the operator's own activity, too: whoever holds the session cannot act unseen by its owner. It names
 * the account by its id alone, so nothing has to be erased when the account is deleted.
 */
export function recordOperatorEvent(
  tx: Pick<Tx, 'actor' | 'record'>,
  { userId, act, reason }: { readonly userId: number; readonly act: OperatorAction; readonly reason: string },
): void {
  const isOperator = tx.actor.userId !== null
  const done = `${beginningOf(isOperator, userId)}${operatorActions[act]}`
  const description = reason === '' ? done : `${done}. Reason: ${reason}`
  tx.record({ type: 'operator_acted', severity: 'high', description })
}

/** The newest `limit` acts on an account, the newest first. */
export async function listOperatorActions(db: Db, userId: number, limit: number): Promise<RecordedAction[]> {
  const rows = await db
    .selectFrom('operator_actions')
    .leftJoin('users as operators', 'operators.id', 'operator_actions.operator_id')
    .where('operator_actions.user_id', '=', userId)
    .select(['operator_actions.id', 'act', 'reason', 'details', 'operator_actions.created_at'])
    .select('operators.username as operator')
    .orderBy('operator_actions.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ act, details, ...row }) => ({
    ...row,
    act: act as OperatorAction,
    details: parseStored(operatorActionDetails, details),
  }))
}
