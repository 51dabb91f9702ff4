import type { DbContext } from '../context.ts'
import type { Db } from '../db/connect.ts'
import type { Trx } from '../db/transaction.ts'
import { daysMs } from '../jobs/retention-rule.ts'

/** Longer than anything waits for a mail. */
export const mailReceiptDays = 100

export async function insertReceipt(trx: Trx, mailId: number, sentAt: number): Promise<void> {
  await trx
    .insertInto('mail_receipts')
    .values({ mail_id: mailId, sent_at: sentAt })
    .onConflict((conflict) => conflict.column('mail_id').doNothing())
    .execute()
}

/** What became of a mail. Neither sent nor given up: it is still queued. */
export interface Mailed {
  readonly sentAt: number | null
  readonly isGivenUp: boolean
}

/** What became of mails that were queued with a receipt. */
export async function findMailed(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, Mailed>> {
  if (ids.length === 0) return new Map()
  // The queue first: a mail that is sent between the two queries has its receipt by then.
  const queued = await db.selectFrom('mail_queue').select('id').where('id', 'in', ids).execute()
  const receipts = await db.selectFrom('mail_receipts').selectAll().where('mail_id', 'in', ids).execute()
  const isQueued = new Set(queued.map(({ id }) => id))
  const sent = new Map(receipts.map(({ mail_id, sent_at }) => [mail_id, sent_at]))
  return new Map(
    ids.map((id) => {
      const sentAt = sent.get(id) ?? null
      return [id, { sentAt, isGivenUp: sentAt === null && !isQueued.has(id) }]
    }),
  )
}

/** Deletes old receipts. */
export async function sweepMailReceipts({ db, clock }: DbContext<'clock'>): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('mail_receipts')
    .where('sent_at', '<', clock() - daysMs(mailReceiptDays))
    .executeTakeFirst()
  return Number(numDeletedRows)
}
