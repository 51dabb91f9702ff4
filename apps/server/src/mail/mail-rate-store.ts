import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { Trx } from '../db/transaction.ts'

/** Of one template, to one e-mail address. */
const mostInAnHour = 30
const hourMs = 3_600_000

/**
 * Counts one more mail, and returns whether it may be sent. A user can repeat what causes a mail, to an address that
 * is not verified. Templates are counted separately, so that one cannot block another.
 */
export async function reserveMailRate(
  trx: Trx,
  template: string,
  recipient: string,
  now: number,
): Promise<boolean> {
  // A window further in the future than its length was started by a clock that was ahead.
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
