import { retention } from '@envhold/contract/archive/archive.ts'
import type { DbContext } from '../../context.ts'
import { inTransaction } from '../../db/transaction.ts'
import { createUsageDays, dropUsageDays } from '../../db/usage-partitions.ts'
import { nextTurn } from '../../db/yield-to-event-loop.ts'
import { daysMs, type RetentionRule } from '../../jobs/retention-rule.ts'
import { blockLength, blockOf } from '../audit-log/block.ts'
import { trimUsage } from '../audit-log/trim-usage.ts'
import { rateWindowDays, sweepWindows } from './rate-window-store.ts'
import { sweepRejectedCalls } from './rejected-call-store.ts'
import { deleteTotalsBefore } from './total-store.ts'
import { deleteUsageRollupsOutside, lockUsageMark, moveUsageMark, rollUpUsage } from './usage-rollup-store.ts'
import { projectsWithOldUsage } from './usage-state-store.ts'

type UsageContext = DbContext<'engine' | 'clock' | 'secrets'>

/** How long the usage log contains a call, in ms. */
const usageLifetimeMs = daysMs(retention.usageDays)

export const usageRetention: readonly RetentionRule[] = [
  {
    what: 'Calls with API keys, with their IP addresses',
    period: { days: retention.usageDays },
    after: 'the call',
  },
  { what: 'Counts of rejected calls', period: { days: retention.usageDays }, after: 'they are recorded' },
  {
    what: 'Counts of calls in an hour, a day or a month',
    period: { days: rateWindowDays },
    after: 'the hour, day or month begins',
  },
]

/** Deletes usage older than 90 days with its rollups, and rate windows that no longer count. */
export async function sweepUsage(ctx: UsageContext): Promise<number> {
  const before = ctx.clock() - usageLifetimeMs
  let removed = await inTransaction(
    ctx,
    async (tx) =>
      (await sweepWindows(tx.db, ctx.clock())) +
      (await sweepRejectedCalls(tx.db, before)) +
      (await deleteTotalsBefore(tx.db, before)),
  )
  const broken: number[] = []
  for await (const projectId of projectsWithOldUsage(ctx.db, before)) {
    const trimmed = await trimProject(ctx, projectId, before)
    removed += trimmed.deleted
    if (trimmed.isBroken) broken.push(projectId)
  }
  if (broken.length > 0) throw new BrokenUsageError(broken)
  return removed
}

/** The beginnings of chains are not as the server wrote them, so nothing of them was removed. */
class BrokenUsageError extends Error {
  override readonly name = 'BrokenUsageError'

  constructor(projectIds: readonly number[]) {
    const some = projectIds.slice(0, 10).join(', ')
    super(`The usage of projects ${some} is not as it was written; run envhold-server audit verify`)
  }
}

async function trimProject(ctx: UsageContext, projectId: number, before: number) {
  for (let deleted = 0; ; ) {
    const trimmed = await trimPart(ctx, projectId, before)
    deleted += trimmed.deleted
    if (trimmed.deleted === 0) return { deleted, isBroken: trimmed.isBroken }
    await nextTurn()
  }
}

/** Trims about one block's length at a time, so that no writer waits for long. */
const trimPart = (ctx: UsageContext, projectId: number, before: number) =>
  inTransaction(ctx, async (tx) => {
    const { blocks, generation } = await lockUsageMark(tx, projectId)
    const trimmed = await trimUsage(tx, projectId, before, blockLength)
    if (trimmed.deleted === 0) return trimmed
    // The block of the first remaining entry, part of which may be deleted.
    const first = Math.min(blockOf(trimmed.last + 1), blocks)
    await deleteUsageRollupsOutside(tx.db, projectId, { first, end: blocks })
    if (first < blocks) await rollUpUsage(tx.db, projectId, first)
    await moveUsageMark(tx.db, projectId, { blocks, generation: generation + 1 })
    return trimmed
  })

/**
 * Creates the partitions of the next days and drops those whose usage is trimmed. Runs after the sweep that trims.
 * @returns how many were dropped
 */
export async function sweepUsageDays(ctx: DbContext<'engine' | 'clock'>): Promise<number> {
  await createUsageDays(ctx, ctx.clock())
  return await dropUsageDays(ctx, ctx.clock() - usageLifetimeMs)
}
