import type { Context } from '../../context.ts'
import { inTransaction } from '../../db/transaction.ts'
import { nextTurn } from '../../db/yield-to-event-loop.ts'
import { trimUsage } from '../audit-log/chain-store.ts'
import { blockLength, blockOf } from './block.ts'
import { sweepWindows } from './rate-window-store.ts'
import { sweepRejectedCalls } from './rejected-call-store.ts'
import { deleteRollupsOutside, lockMark, rollUpBlock } from './rollup-store.ts'

type Ctx = Pick<Context, 'db' | 'engine' | 'clock' | 'secrets'>

const keptMs = 90 * 24 * 3_600_000

/** Deletes usage older than 90 days with its rollups, and rate windows that no longer count. */
export async function sweepUsage(ctx: Ctx): Promise<number> {
  const before = ctx.clock() - keptMs
  let removed = await inTransaction(
    ctx,
    async (tx) => (await sweepWindows(tx.db, ctx.clock())) + (await sweepRejectedCalls(tx.db, before)),
  )
  for (;;) {
    const deleted = await trimBlock(ctx, before)
    removed += deleted
    if (deleted < blockLength) return removed
    await nextTurn()
  }
}

/** Trims at most one block's length at a time, so that no writer waits for long. */
const trimBlock = (ctx: Ctx, before: number): Promise<number> =>
  inTransaction(ctx, async (tx) => {
    const { blocks } = await lockMark(tx, 'usage')
    const { deleted, last } = await trimUsage(tx, before, blockLength)
    if (deleted === 0) return 0
    // The block of the first remaining row, part of which may be deleted.
    const first = Math.min(blockOf(last + 1), blocks)
    await deleteRollupsOutside(tx.db, 'usage', { first, end: blocks })
    if (first < blocks) await rollUpBlock(tx.db, 'usage', first)
    return deleted
  })
