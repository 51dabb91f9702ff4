import type { DbContext, TrxContext } from '../../context.ts'
import { inTransaction } from '../../db/transaction.ts'
import { nextTurn } from '../../db/yield-to-event-loop.ts'
import { blockLength, rangeOfBlocks } from '../audit-log/block.ts'
import { eraseUsageIn } from '../audit-log/usage-pack-store.ts'
import { deleteCounters, failedAttemptsCounter, readCountersAfter } from './key-counter-store.ts'
import { deleteTotalsOfKey } from './total-store.ts'
import { lockUsageMark, moveUsageMark, rollUpUsage } from './usage-rollup-store.ts'
import { readUsageState } from './usage-state-store.ts'
import { blocksOfKey } from './usage-statistics-store.ts'

export interface KeyOfProject {
  readonly projectId: number
  readonly apiKeyId: string
}

/**
 * Erases the usage of a deleted key block by block, so that no writer waits for long. An interrupted run is completed
 * by the next one.
 * @returns how many entries were erased
 */
export async function eraseUsage(ctx: DbContext<'engine'>, key: KeyOfProject): Promise<number> {
  // Blocks that are rolled up after the mark was read are erased as if they were not rolled up yet.
  const { blocks, sequence } = await readUsageState(ctx.db, key.projectId)
  const rolledUp = await blocksOfKey(ctx.db, key)
  const rest = Array.from(
    { length: Math.max(0, Math.ceil(sequence / blockLength) - blocks) },
    (_, n) => blocks + n,
  )
  let erased = 0
  for (const block of new Set([...rolledUp, ...rest])) {
    erased += await eraseIn(ctx, key, block)
    await nextTurn()
  }
  await inTransaction(ctx, (tx) => deleteTotalsOfKey(tx, key))
  return erased
}

const eraseIn = (ctx: DbContext<'engine'>, key: KeyOfProject, block: number) =>
  inTransaction(ctx, async (tx) => {
    const { projectId } = key
    const mark = await lockUsageMark(tx, projectId)
    const erased = await eraseUsageIn(tx.db, key, rangeOfBlocks(block))
    if (erased === 0) return 0
    if (block < mark.blocks) await rollUpUsage(tx.db, projectId, block)
    await moveUsageMark(tx.db, projectId, { ...mark, generation: mark.generation + 1 })
    return erased
  })

export const deleteKeyCounters = (tx: TrxContext<'engine'>, keyId: string) =>
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
