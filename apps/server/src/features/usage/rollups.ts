import type { DbContext, TrxContext } from '../../context.ts'
import { groupCommit, inTransaction } from '../../db/transaction.ts'
import { nextTurn } from '../../db/yield-to-event-loop.ts'
import { blockLength, blockOf } from '../audit-log/block.ts'
import { readHead } from '../audit-log/chain-store.ts'
import {
  activityRollupText,
  deleteActivityRollupsFrom,
  lockActivityMark,
  moveActivityMark,
  rollUpActivity,
} from './activity-rollup-store.ts'
import {
  deleteUsageRollupsBeyondMarks,
  deleteUsageRollupsOutside,
  lockUsageMark,
  moveUsageMark,
  rollUpUsage,
  usageRollupText,
} from './usage-rollup-store.ts'
import { hasFullBlock, readUsageState, readUsageStatesAfter } from './usage-state-store.ts'

/** Rolls up every full block of the activity log, each in its own transaction, so that writers wait for little. */
export async function advanceActivityRollups(ctx: DbContext<'engine'>): Promise<void> {
  while (await rollUpNextOfActivity(ctx)) await nextTurn()
}

const rollUpNextOfActivity = (ctx: DbContext<'engine'>) =>
  inTransaction(ctx, async (tx) => {
    const mark = await lockActivityMark(tx)
    const { sequence } = await readHead(tx.db, 'activity')
    if (sequence < (mark.blocks + 1) * blockLength) return false
    await rollUpActivity(tx.db, mark.blocks)
    await moveActivityMark(tx.db, { ...mark, blocks: mark.blocks + 1 })
    return true
  })

/** Rolls up every full block of a project's usage, each in its own transaction. */
export async function advanceUsageRollups(
  ctx: DbContext<'engine' | 'groupCommit'>,
  projectId: number,
): Promise<void> {
  while (await rollUpNextOfUsage(ctx, projectId)) await nextTurn()
}

/** A busy server does this many times a second: its event loop does not wait for the disk. */
const rollUpNextOfUsage = (ctx: DbContext<'engine' | 'groupCommit'>, projectId: number) =>
  groupCommit(ctx, async (tx) => {
    const mark = await lockUsageMark(tx, projectId)
    const { sequence } = await readUsageState(tx.db, projectId)
    if (!hasFullBlock({ projectId, sequence, start: 0, ...mark })) return false
    await rollUpUsage(tx.db, projectId, mark.blocks)
    await moveUsageMark(tx.db, projectId, { ...mark, blocks: mark.blocks + 1 })
    return true
  })

/** The result of rebuilding rollups. */
interface Rebuilt {
  /** How many blocks were rolled up before. */
  readonly blocks: number
  /** How many rollups differed from their rows, or belonged to no block. */
  readonly differed: number
}

/** Rebuilds the rollups of the activity log from its rows, and returns whether they were correct. */
export async function rebuildActivityRollups(ctx: DbContext<'engine'>): Promise<Rebuilt> {
  const { end, orphans } = await inTransaction(ctx, correctActivityMark)
  let differed = orphans
  for (let block = 0; block < end; block++) {
    const rebuild = (tx: TrxContext<'engine'>) => rebuildActivityBlock(tx, block)
    if (await inTransaction(ctx, rebuild)) differed++
    await nextTurn()
  }
  await advanceActivityRollups(ctx)
  return { blocks: end, differed }
}

/** Corrects a mark beyond the chain's head, which would count blocks that do not exist yet. */
async function correctActivityMark(tx: TrxContext<'engine'>) {
  const mark = await lockActivityMark(tx)
  const { sequence } = await readHead(tx.db, 'activity')
  const end = Math.min(mark.blocks, Math.floor(sequence / blockLength))
  await moveActivityMark(tx.db, { blocks: end, generation: mark.generation + 1 })
  return { end, orphans: await deleteActivityRollupsFrom(tx.db, end) }
}

async function rebuildActivityBlock(tx: TrxContext<'engine'>, block: number): Promise<boolean> {
  await lockActivityMark(tx)
  const before = await activityRollupText(tx.db, block)
  await rollUpActivity(tx.db, block)
  return (await activityRollupText(tx.db, block)) !== before
}

/** Rebuilds the rollups of all projects' usage from its packs, and returns whether they were correct. */
export async function rebuildUsageRollups(ctx: DbContext<'engine' | 'groupCommit'>): Promise<Rebuilt> {
  let blocks = 0
  let differed = await inTransaction(ctx, (tx) => deleteUsageRollupsBeyondMarks(tx.db))
  for (let last: number | undefined = 0; last !== undefined; ) {
    const page = await readUsageStatesAfter(ctx.db, last)
    for (const state of page.states) {
      if (state.blocks === 0 && !hasFullBlock(state)) continue
      const rebuilt = await rebuildProject(ctx, state.projectId)
      blocks += rebuilt.blocks
      differed += rebuilt.differed
      await nextTurn()
    }
    last = page.last
  }
  return { blocks, differed }
}

async function rebuildProject(ctx: DbContext<'engine' | 'groupCommit'>, projectId: number): Promise<Rebuilt> {
  const { first, end, orphans } = await inTransaction(ctx, (tx) => correctUsageMark(tx, projectId))
  let differed = orphans
  for (let block = first; block < end; block++) {
    const rebuild = (tx: TrxContext<'engine'>) => rebuildUsageBlock(tx, projectId, block)
    if (await inTransaction(ctx, rebuild)) differed++
    await nextTurn()
  }
  await advanceUsageRollups(ctx, projectId)
  return { blocks: Math.max(0, end - first), differed }
}

async function correctUsageMark(tx: TrxContext<'engine'>, projectId: number) {
  const mark = await lockUsageMark(tx, projectId)
  const { sequence, start } = await readUsageState(tx.db, projectId)
  const first = blockOf(start + 1)
  const end = Math.min(mark.blocks, Math.floor(sequence / blockLength))
  await moveUsageMark(tx.db, projectId, { blocks: end, generation: mark.generation + 1 })
  return { first, end, orphans: await deleteUsageRollupsOutside(tx.db, projectId, { first, end }) }
}

async function rebuildUsageBlock(tx: TrxContext<'engine'>, projectId: number, block: number) {
  await lockUsageMark(tx, projectId)
  const before = await usageRollupText(tx.db, projectId, block)
  await rollUpUsage(tx.db, projectId, block)
  return (await usageRollupText(tx.db, projectId, block)) !== before
}
