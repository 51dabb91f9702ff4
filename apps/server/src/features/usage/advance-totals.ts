import type { Context } from '../../context.ts'
import { inTransaction } from '../../db/transaction.ts'
import { nextTurn } from '../../db/yield-to-event-loop.ts'
import { countProject, projectsToCount } from './total-store.ts'

/** So many projects share a transaction, which calls do not wait for: they lock no marks. */
const projectsAtOnce = 20

/** Counts the calls of all projects into the totals of the instance. Several nodes may do so at a time. */
export async function advanceTotals(
  ctx: Pick<Context, 'db' | 'engine'>,
  isStopped = () => false,
): Promise<void> {
  while (!isStopped()) {
    const projects = await projectsToCount(ctx.db, projectsAtOnce)
    if (projects.length === 0) return
    await inTransaction(ctx, async (tx) => {
      for (const projectId of projects) await countProject(tx, projectId)
    })
    await nextTurn()
  }
}
