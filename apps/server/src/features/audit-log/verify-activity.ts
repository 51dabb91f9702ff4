import { activityChainOf, activityLink, verifyActivityMac } from '@envhold/integrity/activity-chain.ts'
import { sameBytes } from '@envhold/integrity/bytes.ts'
import type { DbContext, SecretsContext } from '../../context.ts'
import type { Row } from '../../db/tables.ts'
import {
  findActivityGap,
  readActivityHead,
  readActivityHeads,
  readActivityPage,
  readChainAfter,
  readHeadsWithoutEntries,
} from './activity-chain-store.ts'
import { activityEntry, digestOf } from './activity-entry.ts'
import type { ChainPoint, NotedPoint, Verdict } from './verdict.ts'

const none = new Uint8Array(0)

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
interface ActivityWalk {
  /** @returns why the entry is invalid; undefined while the chain is valid */
  add(row: Row<'activity'>): string | undefined
  end(): ChainPoint
  /** @returns why the chain does not end here; undefined if it does */
  findMissing(head: Row<'activity_heads'> | undefined): string | undefined
  /** @param why the entry after the end is invalid */
  verdict(why: string | undefined): Verdict
}

function walkActivity(
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
      const cut = ofChain.find((point) => point.sequence > end.sequence)
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
