import { hash } from 'node:crypto'
import { raiseWindow, startsWithin } from '../db/count-windows.ts'
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
  const raised = raiseWindow('attempts', { current: startsWithin(hourMs, now), start: now, added: 1 })
  const { count } = await trx
    .insertInto('attempts')
    .values({
      kind: `mail-${template}`,
      identity: hash('sha256', recipient.normalize('NFC').toLowerCase()),
      window_start: now,
      count: 1,
    })
    .onConflict((conflict) => conflict.columns(['kind', 'identity']).doUpdateSet(raised))
    .returning('count')
    .executeTakeFirstOrThrow()
  return count <= mostInAnHour
}
