import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { Trx } from '../db/transaction.ts'

/** Of one kind, to one address. */
const mostInAnHour = 30
const hourMs = 3_600_000

/**
 * Counts one more mail, and says whether it may go out. Whoever has an account can do again and again what is mailed about, and
 * an address need not be proved to be mailed. Kinds are counted apart, so that nobody drowns one notice in another.
 */
export async function reserveMailRate(
  trx: Trx,
  template: string,
  recipient: string,
  now: number,
): Promise<boolean> {
  // A window further ahead than it is long was begun by a clock that was ahead.
  const over = sql<boolean>`(attempts.window_start <= ${now - hourMs} or attempts.window_start > ${now + hourMs})`
  const { count } = await trx
    .insertInto('attempts')
    .values({
      kind: `mail-${template}`,
      identity: hash('sha256', recipient.normalize('NFC').toLowerCase()),
      window_start: now,
      count: 1,
    })
    .onConflict((conflict) =>
      conflict.columns(['kind', 'identity']).doUpdateSet({
        count: sql`case when ${over} then 1 else attempts.count + 1 end`,
        window_start: sql`case when ${over} then ${now} else attempts.window_start end`,
      }),
    )
    .returning('count')
    .executeTakeFirstOrThrow()
  return count <= mostInAnHour
}
