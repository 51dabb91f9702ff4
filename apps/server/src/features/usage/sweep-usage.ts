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

/** Usage is kept for 90 days, with its rollups; windows of calls until they no longer count. */
export async function sweepUsage(ctx: Ctx): Promise<number> {
  const before = ctx.clock() - keptMs
  let removed = await inTransaction(
    ctx,
    async (tx) => (await sweepWindows(tx.db, ctx.clock())) + (await sweepRejectedCalls(tx.db, before)),
  )
  for (;;) {
    const gone = await trimBlock(ctx, before)
    removed += gone
    if (gone < blockLength) return removed
    await nextTurn()
  }
}

/** At most one block at a time, so that no writer waits for long. */
const trimBlock = (ctx: Ctx, before: number): Promise<number> =>
  inTransaction(ctx, async (tx) => {
    const { blocks } = await lockMark(tx, 'usage')
    const { gone, last } = await trimUsage(tx, before, blockLength)
    if (gone === 0) return 0
    // The block of the first remaining row, which may have lost a part.
    const first = Math.min(blockOf(last + 1), blocks)
    await deleteRollupsOutside(tx.db, 'usage', { first, end: blocks })
    if (first < blocks) await rollUpBlock(tx.db, 'usage', first)
    return gone
  })
