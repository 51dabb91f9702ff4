import type { DbContext } from '../../context.ts'
import { inTransaction } from '../../db/transaction.ts'
import { nextTurn } from '../../db/yield-to-event-loop.ts'
import { blockLength } from '../audit-log/block.ts'
import { readHead } from '../audit-log/chain-store.ts'
import { lockActivityMark, moveActivityMark, rollUpActivity } from './activity-rollup-store.ts'
import { lockUsageMark, moveUsageMark, rollUpUsage } from './usage-rollup-store.ts'
import { hasFullBlock, readUsageState } from './usage-state-store.ts'

/** Rolls up every full block of the activity log, each in its own transaction, so that writers wait for little. */
export async function advanceActivityRollups(ctx: DbContext<'engine'>): Promise<void> {
  while (await rollUpNextOfActivity(ctx)) await nextTurn()
}

const rollUpNextOfActivity = (ctx: DbContext<'engine'>): Promise<boolean> =>
  inTransaction(ctx, async (tx) => {
    const mark = await lockActivityMark(tx)
    const { sequence } = await readHead(tx.db, 'activity')
    if (sequence < (mark.blocks + 1) * blockLength) return false
    await rollUpActivity(tx.db, mark.blocks)
    await moveActivityMark(tx.db, { ...mark, blocks: mark.blocks + 1 })
    return true
  })

/** Rolls up every full block of a project's usage, each in its own transaction. */
export async function advanceUsageRollups(ctx: DbContext<'engine'>, projectId: number): Promise<void> {
  while (await rollUpNextOfUsage(ctx, projectId)) await nextTurn()
}

const rollUpNextOfUsage = (ctx: DbContext<'engine'>, projectId: number): Promise<boolean> =>
  inTransaction(ctx, async (tx) => {
    const mark = await lockUsageMark(tx, projectId)
    const { sequence } = await readUsageState(tx.db, projectId)
    if (!hasFullBlock({ projectId, sequence, start: 0, ...mark })) return false
    await rollUpUsage(tx.db, projectId, mark.blocks)
    await moveUsageMark(tx.db, projectId, { ...mark, blocks: mark.blocks + 1 })
    return true
  })
