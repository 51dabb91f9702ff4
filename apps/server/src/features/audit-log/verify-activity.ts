import { activityChainOf, activityLink, verifyActivityMac } from '@envhold/integrity/activity-chain.ts'
import { sameBytes } from '@envhold/integrity/bytes.ts'
import type { DbContext, SecretsContext } from '../../context.ts'
import type { Row } from '../../db/tables.ts'
import { activityEntry } from './activity-entry.ts'
import { readActivityHead, readChainAfter } from './activity-walk-store.ts'
import { digestOf } from './erased-entry.ts'
import type { ChainPoint, NotedPoint, Verdict } from './verdict.ts'

const pageLength = 1_000

/**
 * Walks a chain of activity from its start to its head and returns the first invalid entry.
 * @param noted heads noted earlier: the chain must pass through each. Without one, a chain that was truncated together
 *   with its head looks whole.
 */
export async function verifyActivity(
  ctx: DbContext<'secrets'>,
  chain: string,
  noted: readonly NotedPoint[] = [],
): Promise<Verdict> {
  const walk = walkActivity(ctx, chain, noted)
  for (;;) {
    const rows = await readChainAfter(ctx.db, chain, walk.end().sequence, pageLength)
    for (const row of rows) {
      const why = walk.add(row)
      if (why) return walk.verdict(why)
    }
    if (rows.length < pageLength) break
  }
  const head = await readActivityHead(ctx.db, chain)
  return walk.verdict(walk.findMissing(head))
}

/** A walk along one chain, entry by entry. */
export interface ActivityWalk {
  /** @returns why the entry is invalid; undefined while the chain is valid */
  add(row: Row<'activity'>): string | undefined
  end(): ChainPoint
  /** @returns why the chain does not end here; undefined if it does */
  findMissing(head: Row<'activity_heads'> | undefined): string | undefined
  /** @param why the entry after the end is invalid */
  verdict(why: string | undefined): Verdict
}

export function walkActivity(
  { secrets }: SecretsContext,
  chain: string,
  noted: readonly NotedPoint[],
): ActivityWalk {
  const ofChain = noted.filter((head) => head.chain === chain)
  let end: ChainPoint = { sequence: 0, link: null }
  let last: Row<'activity'> | undefined

  const isLinked = (row: Row<'activity'>): boolean => {
    const entry = activityEntry(row)
    if (activityChainOf(entry) !== chain || (last && entry.sequence <= last.sequence)) return false
    const { position, link, mac } = row
    try {
      const step = { chain, previousLink: end.link, position, digest: digestOf(secrets, row) }
      if (!sameBytes(activityLink(step), link)) return false
      verifyActivityMac(secrets, { chain, position, link }, mac)
      return true
    } catch {
      return false
    }
  }

  return {
    add: (row) => {
      if (row.position !== end.sequence + 1) return 'it is missing'
      if (!isLinked(row)) return 'it was changed'
      const isNoted = (head: NotedPoint) =>
        head.sequence !== row.position || sameBytes(head.link ?? none, row.link)
      if (!ofChain.every(isNoted)) return 'it differs from the noted entry'
      end = { sequence: row.position, link: row.link }
      last = row
      return undefined
    },
    end: () => end,
    findMissing: (head) => {
      if (!isHead(head, last)) return 'the chain does not end at its head'
      const cut = ofChain.find((one) => one.sequence > end.sequence)
      return (
        cut && `it is missing, and so are all up to ${cut.sequence}, which was noted: the end was cut off`
      )
    },
    verdict: (why) => ({
      chain,
      entries: end.sequence,
      broken: why === undefined ? null : { sequence: end.sequence + 1, why },
      head: end,
      trimmed: [],
    }),
  }
}

function isHead(head: Row<'activity_heads'> | undefined, last: Row<'activity'> | undefined): boolean {
  if (!head || !last) return head === undefined && last === undefined
  const { sequence, at, link, mac } = head
  return (
    sequence === last.position && at === last.at && sameBytes(link, last.link) && sameBytes(mac, last.mac)
  )
}

const none = new Uint8Array(0)
