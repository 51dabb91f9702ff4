import type { DbContext } from '../../context.ts'
import { createRunner, type Runner } from '../../jobs/runner.ts'
import { headText } from './head-text.ts'
import { readNewestRoot } from './root-store.ts'

/**
 * Logs the newest root at start, every hour and at stop. The log is stored away from the database, so a writer of the
 * database who truncates a chain cannot change the noted roots.
 */
export function createHeadReports(ctx: DbContext<'clock' | 'log'>): Runner {
  const report = async () => {
    const root = await readNewestRoot(ctx.db)
    if (root) ctx.log.auditHead(headText({ chain: 'root', sequence: root.number, link: root.mac }))
  }
  return createRunner(ctx, {
    name: 'audit root',
    firstMs: 0,
    everyMs: 3_600_000,
    run: report,
    atStop: report,
  })
}
