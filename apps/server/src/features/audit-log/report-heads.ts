import type { ActivityHead } from '@envhold/contract/activity/activity.ts'
import type { DbContext } from '../../context.ts'
import { wireTime } from '../../http/responses/wire-time.ts'
import { createRunner, type Runner } from '../../jobs/runner.ts'
import { readActivityAt, readHead } from './chain-store.ts'
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
export const headText = ({ chain, sequence, link }: NotedPoint): string => `${chain}:${sequence}:${hex(link)}`

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

const hex = (bytes: Uint8Array | null) => Buffer.from(bytes ?? []).toString('hex')

/** The newest entry of the activity log and, on request, an older one to compare with a noted one. */
export async function readActivityHead(ctx: DbContext, at: number | undefined): Promise<ActivityHead> {
  const { sequence } = await readHead(ctx.db, 'activity')
  const newest = await readActivityAt(ctx.db, sequence)
  const remembered = at === undefined ? undefined : await readActivityAt(ctx.db, at)
  return {
    head: { sequence, mac: hex(newest?.mac ?? null), created_at: newest ? wireTime(newest.at) : null },
    remembered: remembered ? { sequence: remembered.sequence, mac: hex(remembered.mac) } : null,
  }
}
