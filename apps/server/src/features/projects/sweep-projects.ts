import { retention } from '@envhold/contract/archive/archive.ts'
import type { DbContext } from '../../context.ts'
import { inTransaction } from '../../db/transaction.ts'
import { daysMs } from '../../jobs/retention-rule.ts'
import { purgeProjects } from './project-store.ts'

/** Projects that were deleted before this can no longer be restored. */
export const purgedBefore = (now: number): number => now - daysMs(retention.deletedProjectDays)

/** Permanently deletes projects 7 days after their deletion; until then they can be restored. */
export const sweepProjects = (ctx: DbContext<'clock'>): Promise<number> =>
  inTransaction(ctx, (tx) => purgeProjects(tx.db, purgedBefore(ctx.clock())))
