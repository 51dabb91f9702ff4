import { retention } from '@envhold/contract/retention.ts'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../db/transaction.ts'
import { daysMs } from '../../jobs/retention-rule.ts'
import { purgeProjects } from './project-store.ts'

const restoreWindowMs = daysMs(retention.deletedProjectDays)

/** Permanently deletes projects 7 days after their deletion; until then they can be restored. */
export const sweepProjects = (ctx: Pick<Context, 'db' | 'clock'>): Promise<number> =>
  inTransaction(ctx, (tx) => purgeProjects(tx.db, ctx.clock() - restoreWindowMs))
