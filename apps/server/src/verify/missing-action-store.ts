import type { Db } from '../db/connect.ts'
import { parseActEntry, textOfAct } from '../features/operator/users/operator-action-store.ts'
import type { OnFinding } from './finding.ts'

const rowsAtOnce = 5_000

interface Logged {
  readonly userId: number
  readonly text: string
}

/** What operators did to accounts, as the activity log has it. Entries whose texts were erased are left out. */
async function* loggedActs(db: Db): AsyncGenerator<Logged & { readonly sequence: number }> {
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom('activity')
      .select(['sequence', 'description'])
      .where('event_type', '=', 'operator_acted')
      .where('digest', 'is', null)
      .where('sequence', '>', after)
      .orderBy('sequence')
      .limit(rowsAtOnce)
      .execute()
    for (const { sequence, description } of rows) {
      const act = parseActEntry(description)
      if (act) yield { ...act, sequence }
    }
    const last = rows.at(-1)
    if (!last) return
    after = last.sequence
  }
}

async function* storedActs(db: Db): AsyncGenerator<Logged> {
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom('operator_actions')
      .select(['id', 'user_id', 'act', 'reason'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(rowsAtOnce)
      .execute()
    for (const { user_id, act, reason } of rows) yield { userId: user_id, text: textOfAct(act, reason) }
    const last = rows.at(-1)
    if (!last) return
    after = last.id
  }
}

const keyOf = ({ userId, text }: Logged) => `${userId} ${text}`

/**
 * Finds acts of operators that the activity log has and their account no longer shows. The log is read first: an
 * act that is recorded while verify runs is then in both.
 */
export async function findMissingActions(db: Db, onFinding: OnFinding): Promise<void> {
  const logged = new Map<string, { readonly userId: number; readonly sequences: number[] }>()
  for await (const { sequence, ...act } of loggedActs(db)) {
    const present = logged.get(keyOf(act))
    if (present) present.sequences.push(sequence)
    else logged.set(keyOf(act), { userId: act.userId, sequences: [sequence] })
  }
  for await (const act of storedActs(db)) logged.get(keyOf(act))?.sequences.pop()
  for (const { userId, sequences } of logged.values()) {
    if (sequences.length === 0) continue
    const account = await db.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst()
    // Acts are deleted with their account.
    if (!account) continue
    for (const sequence of sequences)
      onFinding('operator_actions', `of account ${userId}`, `is missing: activity ${sequence} recorded it`)
  }
}
