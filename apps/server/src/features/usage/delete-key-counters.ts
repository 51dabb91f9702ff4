import type { DbContext, TrxContext } from '../../context.ts'
import { inTransaction } from '../../db/transaction.ts'
import { deleteCounters, failedAttemptsCounter, readCountersAfter } from './key-counter-store.ts'

export const deleteKeyCounters = (tx: TrxContext<'engine'>, keyId: string): Promise<void> =>
  deleteCounters(tx, [keyId, failedAttemptsCounter(keyId)])

const page = 500

/**
 * Deletes the counters of keys that do not exist: of those deleted with their project, and of calls that were counted
 * while their key was being deleted.
 */
export async function sweepKeyCounters(ctx: DbContext<'engine'>): Promise<number> {
  let deleted = 0
  for (let last = ''; ; ) {
    const counters = await readCountersAfter(ctx.db, last, page)
    const orphans = counters.flatMap(({ counter, key }) => (key === null ? counter : []))
    await inTransaction(ctx, (tx) => deleteCounters(tx, orphans))
    deleted += orphans.length
    const next = counters.at(-1)
    if (!next || counters.length < page) return deleted
    last = next.counter
  }
}
