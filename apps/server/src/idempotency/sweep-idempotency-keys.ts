import { idempotencyHours } from '@envhold/contract/idempotency.ts'
import type { DbContext } from '../context.ts'
import { inTransaction } from '../db/transaction.ts'
import { nextTurn } from '../db/yield-to-event-loop.ts'
import { deleteExpiredKeys } from './idempotency-store.ts'

const hourMs = 3_600_000
/** In one transaction, so that nobody who writes waits for long. */
const max = 1_000

/** Forgets the keys of more than a day ago, and reservations whose attempt never ended. */
export async function sweepIdempotencyKeys(ctx: DbContext<'clock'>): Promise<number> {
  const now = ctx.clock()
  const expired = now - idempotencyHours * hourMs
  let removed = 0
  for (;;) {
    const gone = await inTransaction(ctx, ({ db }) => deleteExpiredKeys(db, { expired, now, max }))
    removed += gone
    if (gone < max) return removed
    await nextTurn()
  }
}
