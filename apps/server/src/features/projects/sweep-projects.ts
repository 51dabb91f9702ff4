import type { Context } from '../../context.ts'
import { inTransaction } from '../../db/transaction.ts'
import { purgeProjects } from './project-store.ts'

const keptMs = 7 * 24 * 3_600_000

/** A deleted project can be restored for 7 days; then it is deleted permanently. */
export const sweepProjects = (ctx: Pick<Context, 'db' | 'clock'>): Promise<number> =>
  inTransaction(ctx, (tx) => purgeProjects(tx.db, ctx.clock() - keptMs))
