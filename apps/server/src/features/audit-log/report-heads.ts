import type { Context } from '../../context.ts'
import { readHead } from './chain-store.ts'
import { headText } from './head-text.ts'

const dayMs = 24 * 3_600_000

export interface HeadReports {
  /** Logs the heads once more. */
  stop(): Promise<void>
}

/**
 * Logs the heads of both chains at start, once a day and at stop. The log is stored away from the database, so a writer
 * of the database who truncates a chain cannot change the noted heads.
 */
export function reportHeads({ db, log }: Pick<Context, 'db' | 'log'>): HeadReports {
  const report = async () => {
    try {
      for (const chain of ['activity', 'usage'] as const)
        log.auditHead(headText(chain, await readHead(db, chain)))
    } catch (error) {
      log.taskFailed({ task: 'audit heads', error })
    }
  }
  const first = report()
  const timer = setInterval(report, dayMs).unref()
  return {
    stop: async () => {
      clearInterval(timer)
      await first
      await report()
    },
  }
}
