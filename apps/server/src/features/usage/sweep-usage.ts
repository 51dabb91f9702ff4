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

/** Usage is kept 90 days, with what was tallied of it; windows of calls until they no longer count. */
export async function sweepUsage(ctx: Ctx): Promise<number> {
  const before = ctx.clock() - keptMs
  let removed = await inTransaction(
    ctx.db,
    async (trx) => (await sweepWindows(trx, ctx.clock())) + (await sweepRejectedCalls(trx, before)),
  )
  for (;;) {
    const gone = await trimBlock(ctx, before)
    removed += gone
    if (gone < blockLength) return removed
    await nextTurn()
  }
}

/** At most one block's length at a time, so that nobody who writes waits for long. */
const trimBlock = (ctx: Ctx, before: number): Promise<number> =>
  inTransaction(ctx.db, async (trx) => {
    const { blocks } = await lockMark(ctx, trx, 'usage')
    const { gone, last } = await trimUsage(ctx, trx, before, blockLength)
    if (gone === 0) return 0
    // The block of the first row that stays, which may have lost a part.
    const first = Math.min(blockOf(last + 1), blocks)
    await deleteRollupsOutside(trx, 'usage', { first, end: blocks })
    if (first < blocks) await rollUpBlock(trx, 'usage', first)
    return gone
  })
