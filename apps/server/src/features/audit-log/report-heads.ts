import type { DbContext } from '../../context.ts'
import { headText } from './head-text.ts'
import { readNewestRoot } from './root-store.ts'

const hourMs = 3_600_000

export interface HeadReports {
  /** Logs the root once more. */
  stop(): Promise<void>
}

/**
 * Logs the newest root at start, every hour and at stop. The log is stored away from the database, so a writer of the
 * database who truncates a chain cannot change the noted roots.
 */
export function reportHeads({ db, log }: DbContext<'log'>): HeadReports {
  const report = async () => {
    try {
      const root = await readNewestRoot(db)
      if (root) log.auditHead(headText({ chain: 'root', sequence: root.number, link: root.mac }))
    } catch (error) {
      log.taskFailed({ task: 'audit root', error })
    }
  }
  const first = report()
  const timer = setInterval(report, hourMs).unref()
  return {
    stop: async () => {
      clearInterval(timer)
      await first
      await report()
    },
  }
}
