import type { DbContext } from '../../context.ts'
import { readActivityHeads } from './activity-head-store.ts'
import { findActivityGap, readActivityPage, readHeadsWithoutEntries } from './activity-walk-store.ts'
import type { NotedPoint, Verdict } from './verdict.ts'
import { type ActivityWalk, walkActivity } from './verify-activity.ts'

const pageLength = 1_000

/**
 * Walks all chains of activity, one after the other, in few statements and little memory.
 * @param notedOf the noted heads of these chains
 * @param onVerdict receives the verdict of each chain that has entries or a head
 */
export async function verifyAllActivity(
  ctx: DbContext<'engine' | 'secrets'>,
  notedOf: (chains: readonly string[]) => Promise<readonly NotedPoint[]>,
  onVerdict: (verdict: Verdict) => void,
): Promise<void> {
  let current: OpenWalk | undefined
  let after = { chain: '', position: 0 }
  for (;;) {
    const rows = await readActivityPage(ctx.db, after, pageLength)
    const chains = [...new Set(rows.map(({ chain }) => chain))]
    const [heads, noted] = [await readActivityHeads(ctx, chains), await notedOf(chains)]
    for (const row of rows) {
      if (row.chain !== current?.chain) {
        if (current) onVerdict(finish(current))
        const head = heads.find(({ chain }) => chain === row.chain)
        current = { chain: row.chain, head, walk: walkActivity(ctx, row.chain, noted), why: undefined }
      }
      current.why ??= current.walk.add(row)
    }
    const last = rows.at(-1)
    if (!last || rows.length < pageLength) break
    after = last
  }
  if (current) onVerdict(finish(current))
  for (const chain of await readHeadsWithoutEntries(ctx.db))
    onVerdict(walkActivity(ctx, chain, []).verdict('the chain does not end at its head'))
}

interface OpenWalk {
  readonly chain: string
  readonly head: Parameters<ActivityWalk['findMissing']>[0]
  readonly walk: ActivityWalk
  /** Why the entry after the end of the walk is invalid. */
  why: string | undefined
}

const finish = ({ walk, head, why }: OpenWalk): Verdict => walk.verdict(why ?? walk.findMissing(head))

/**
 * The entries of all chains are numbered without a gap, so a removed chain leaves one.
 * @returns the first number without an entry; undefined if they end at the head of all activity
 */
export const findMissingActivity = ({ db }: DbContext): Promise<number | undefined> => findActivityGap(db)
