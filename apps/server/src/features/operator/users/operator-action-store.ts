import {
  type OperatorAction,
  type OperatorActionDetails,
  operatorActionDetails,
  operatorActions,
} from '@envhold/contract/operator/operator-actions.ts'
import type { DbContext } from '../../../context.ts'
import { parseStored } from '../../../db/parse-stored.ts'
import { operatorActions as storedActions } from '../../../db/schema/instance.ts'
import { signedRows } from '../../../db/signed-rows.ts'
import type { Row } from '../../../db/tables.ts'
import type { Tx } from '../../audit-log/tx.ts'
import { namesOfUsers } from '../../users/user-store.ts'

const stored = signedRows(storedActions)

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
  tx: Pick<Tx, 'db' | 'actor' | 'clock' | 'record' | 'secrets'>,
  { userId, act, reason, details }: Act,
): Promise<void> {
  recordOperatorEvent(tx, { userId, act, reason })
  await stored.insert(tx, {
    user_id: userId,
    operator_id: tx.actor.userId,
    act,
    reason,
    details: JSON.stringify(details),
    created_at: tx.clock(),
  })
}

const beginningOf = (isOperator: boolean, userId: number) =>
  `${isOperator ? 'As an operator' : 'By a command of the server'}, on account ${userId}: `

/** What the entry of an act says of it. */
export const textOfAct = (act: string, reason: string): string => {
  const done = operatorActions[act as OperatorAction] ?? act
  return reason === '' ? done : `${done}. Reason: ${reason}`
}

const entry = /^(?:As an operator|By a command of the server), on account (\d{1,15}): /

/** The account that an entry is about, and what it says was done; undefined for any other text. */
export function parseActEntry(description: string) {
  const [beginning, id] = entry.exec(description) ?? []
  return beginning === undefined
    ? undefined
    : { userId: Number(id), text: description.slice(beginning.length) }
}

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
  const description = `${beginningOf(isOperator, userId)}${textOfAct(act, reason)}`
  tx.record({ type: 'operator_acted', description })
}

type ActionRow = Row<'operator_actions'>

/** @throws TamperedRowError for an act that was not written by this server */
export const checkOperatorAction = stored.check

/** The newest `limit` acts on an account, the newest first. @throws TamperedRowError */
export async function listOperatorActions(
  ctx: DbContext<'secrets'>,
  userId: number,
  limit: number,
): Promise<RecordedAction[]> {
  const rows = await stored.list(ctx, { user_id: userId }, { orderBy: ['id desc'], limit })
  const operators = await namesOfUsers(ctx.db, operatorsOf(rows))
  return rows.map(({ id, act, reason, details, operator_id, created_at }) => ({
    id,
    reason,
    created_at,
    act: act as OperatorAction,
    details: parseStored(operatorActionDetails, details),
    operator: operators.get(operator_id ?? 0)?.username ?? null,
  }))
}

const operatorsOf = (rows: readonly ActionRow[]) => [
  ...new Set(rows.flatMap(({ operator_id }) => operator_id ?? [])),
]
