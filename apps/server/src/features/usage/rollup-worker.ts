import type { DbContext } from '../../context.ts'
import { groupCommit } from '../../db/transaction.ts'
import { nextTurn } from '../../db/yield-to-event-loop.ts'
import { createRunner, type Run, type Runner } from '../../jobs/runner.ts'
import { blockLength } from '../audit-log/block.ts'
import { readHead } from '../audit-log/chain-store.ts'
import { readActivityMark } from './activity-rollup-store.ts'
import { advanceActivityRollups, advanceUsageRollups } from './rollups.ts'
import { countProject, projectsToCount } from './total-store.ts'
import { hasFullBlock, readUsageStatesAfter } from './usage-state-store.ts'

/** Keeps the rollups of all chains close behind their heads. */
export interface RollupWorker extends Runner {
  /** Notes that a call filled a block of a project's usage. */
  blockFilled(projectId: number): void
}

/** A full block of which this process was not told: another node wrote it and ended, or a database was restored. */
const searchEveryMs = 3_600_000
const name = 'tallies'

export function createRollupWorker(ctx: DbContext<'engine' | 'groupCommit' | 'clock' | 'log'>): RollupWorker {
  const filled = new Set<number>()
  let searchedAt = Number.NEGATIVE_INFINITY

  const run = async ({ signal }: Run) => {
    const attempt = async (work: () => Promise<void>) => {
      if (!signal.aborted) await work().catch((error: unknown) => ctx.log.taskFailed({ task: name, error }))
    }
    await attempt(() => advanceActivity(ctx))
    if (performance.now() - searchedAt > searchEveryMs) {
      searchedAt = performance.now()
      await attempt(() => findFullBlocks(ctx, filled))
    }
    for (const projectId of filled) {
      filled.delete(projectId)
      await attempt(() => advanceUsageRollups(ctx, projectId))
    }
    await attempt(() => advanceTotals(ctx, signal))
  }
  return {
    ...createRunner(ctx, { name, everyMs: 15_000, run }),
    blockFilled: (projectId) => void filled.add(projectId),
  }
}

/** Costs two reads when there is nothing to do, and takes no lock. */
async function advanceActivity(ctx: DbContext<'engine' | 'log'>): Promise<void> {
  const { blocks } = await readActivityMark(ctx.db)
  const { sequence } = await readHead(ctx.db, 'activity')
  if (sequence >= (blocks + 1) * blockLength) await advanceActivityRollups(ctx)
}

async function findFullBlocks({ db }: DbContext, filled: Set<number>): Promise<void> {
  for (let last: number | undefined = 0; last !== undefined; ) {
    const page = await readUsageStatesAfter(db, last)
    for (const state of page.states) if (hasFullBlock(state)) filled.add(state.projectId)
    last = page.last
    await nextTurn()
  }
}

/** So many projects share a transaction, which calls do not wait for: they lock no marks. */
const projectsAtOnce = 20

/** Counts the calls of all projects into the totals of the instance. Several nodes may do so at a time. */
export async function advanceTotals(
  ctx: DbContext<'engine' | 'groupCommit'>,
  signal?: AbortSignal,
): Promise<void> {
  while (!signal?.aborted) {
    const projects = await projectsToCount(ctx.db, projectsAtOnce)
    if (projects.length === 0) return
    await groupCommit(ctx, async (tx) => {
      for (const projectId of projects) await countProject(tx, projectId)
    })
    await nextTurn()
  }
}
