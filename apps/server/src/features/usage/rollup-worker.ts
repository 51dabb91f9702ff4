import type { AuditChain } from '@envhold/integrity/audit.ts'
import type { Context } from '../../context.ts'
import { readHead } from '../audit-log/chain-store.ts'
import { advanceRollups } from './advance-rollups.ts'
import { blockLength } from './block.ts'
import { readMark } from './rollup-store.ts'

type Ctx = Pick<Context, 'db' | 'engine'>

/** Keeps the rollups of both chains close behind their heads. */
export interface RollupWorker {
  /** Starts nothing more, and waits for running work. */
  stop(): Promise<void>
}

const everyMs = 15_000

export function startRollupWorker(ctx: Ctx & Pick<Context, 'log'>): RollupWorker {
  let underWay: Promise<void> | undefined
  const advance = async () => {
    try {
      for (const chain of ['activity', 'usage'] as const)
        if (await isBehind(ctx, chain)) await advanceRollups(ctx, chain)
    } catch (error) {
      ctx.log.taskFailed({ task: 'tallies', error })
    }
  }
  const timer = setInterval(() => {
    underWay ??= advance().finally(() => {
      underWay = undefined
    })
  }, everyMs).unref()
  return {
    stop: async () => {
      clearInterval(timer)
      await underWay
    },
  }
}

/** Costs two reads when there is nothing to do, and takes no lock. */
async function isBehind({ db }: Pick<Ctx, 'db'>, chain: AuditChain): Promise<boolean> {
  const { blocks } = await readMark(db, chain)
  return (await readHead(db, chain)).sequence >= (blocks + 1) * blockLength
}
