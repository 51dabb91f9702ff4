import type { DbContext } from '../../context.ts'
import { createRunner, type Runner } from '../../jobs/runner.ts'
import { readNewestRoot } from './root-store.ts'
import type { NotedPoint } from './verdict.ts'

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

/**
 * `usage/7:1042:01ab…`: chain, sequence and link in hex, as the log prints a head and `--head` accepts it. A root has the
 * chain `root`, its number and its MAC.
 */
export const headText = ({ chain, sequence, link }: NotedPoint): string =>
  `${chain}:${sequence}:${Buffer.from(link ?? []).toString('hex')}`

const pattern =
  /^(?:((?:usage|activity\/project|activity\/account)\/[1-9]\d{0,15}|activity\/instance):([1-9]\d{0,15}):([0-9a-f]{64})|(root):([1-9]\d{0,15}):([0-9a-f]{66}))$/

/** Returns undefined for text that is not a head. An empty chain has no head to note. */
export function parseHead(text: string): NotedPoint | undefined {
  const parts = pattern
    .exec(text)
    ?.slice(1)
    .filter((part) => part !== undefined)
  if (!parts) return undefined
  const [chain = '', sequence, link = ''] = parts
  return { chain, sequence: Number(sequence), link: Buffer.from(link, 'hex') }
}
