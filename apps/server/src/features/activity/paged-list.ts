import type { AuditChain } from '@envhold/integrity/audit.ts'
import type { Context } from '../../context.ts'
import { nextTurn } from '../../db/yield-to-event-loop.ts'
import { readHead } from '../audit-log/chain-store.ts'
import type { SequenceRange } from '../audit-log/sequence-range.ts'
import { advanceRollups } from '../usage/advance-rollups.ts'
import { blockLength, rangeOfBlocks } from '../usage/block.ts'
import { type RollupMark, readMark } from '../usage/rollup-store.ts'

/** What the rollups of one block contain for one list. */
export interface BlockRollup {
  readonly block: number
  readonly entries: number
  /** The times of the oldest and the newest of them. */
  readonly first_at: number
  readonly last_at: number
}

/** How many rows of a range are listed, and when the oldest of them was written. */
export interface RowCount {
  readonly entries: number
  readonly first_at: number | null
}

/** One list: the entries of a chain that a user may see and asks for. */
export interface ListSource<Row> {
  readonly chain: AuditChain
  /** Entries are listed from this time on. */
  readonly since: number
  /**
   * Searches the entries for terms, which rollups do not cover. The text identifies the list and the terms: earlier
   * counts for it are cached.
   */
  readonly searched: string | null
  /**
   * The blocks with rollups that contain entries of the list from `since` on, the newest first; terms are ignored.
   */
  readonly tallies: (blocks: number) => Promise<BlockRollup[]>
  readonly count: (stretch: SequenceRange) => Promise<RowCount>
  /** The newest first. */
  readonly rows: (stretch: SequenceRange, part: { limit: number; offset: number }) => Promise<Row[]>
}

/** A list counted at one moment. */
export interface CountedList {
  readonly total: number
  /** When its oldest entry was written; null if there is none. */
  readonly oldest: number | null
  /** Where its entries are, the newest first. */
  readonly parts: readonly Segment[]
}

export interface Segment {
  readonly stretch: SequenceRange
  readonly entries: number
}

/** Up to this number, rows after the mark are counted one by one; if there are more, rollups are written first. */
const mostUntallied = 4 * blockLength

/** Writes rollups if the chain is too far ahead, and returns what has rollups and what does not. */
export async function listState(
  ctx: Pick<Context, 'db' | 'engine'>,
  chain: AuditChain,
): Promise<{ mark: RollupMark; untallied: SequenceRange }> {
  const read = async () => {
    // The mark first: it is never ahead of a head that is read after it.
    const mark = await readMark(ctx.db, chain)
    const { sequence } = await readHead(ctx.db, chain)
    return { mark, untallied: { after: mark.blocks * blockLength, upTo: sequence } }
  }
  const stand = await read()
  if (stand.untallied.upTo - stand.untallied.after <= mostUntallied) return stand
  await advanceRollups(ctx, chain)
  return await read()
}

/** Counts for terms stay valid: full blocks never gain entries, and generations show when they lose some. */
export type SearchMemory = Map<string, Map<string, RowCount>>

const mostSearches = 64

const rememberedCounts = (memory: SearchMemory, name: string): Map<string, RowCount> => {
  const counts = memory.get(name) ?? new Map<string, RowCount>()
  memory.delete(name)
  memory.set(name, counts)
  for (const oldest of memory.keys()) {
    if (memory.size <= mostSearches) break
    memory.delete(oldest)
  }
  return counts
}

/** Counts a list as it is now. */
export async function countList<Row>(
  ctx: Pick<Context, 'db' | 'engine'>,
  source: ListSource<Row>,
  memory: SearchMemory,
): Promise<CountedList> {
  const { mark, untallied } = await listState(ctx, source.chain)
  const newest =
    untallied.upTo > untallied.after ? [{ stretch: untallied, ...(await source.count(untallied)) }] : []
  const blocks = await source.tallies(mark.blocks)
  const counted = source.searched
    ? await countFound(ctx, source, blocks, rememberedCounts(memory, `${source.searched}/${mark.generation}`))
    : await countTallied(source, blocks)
  const parts = [...newest, ...counted].filter(({ entries }) => entries > 0)
  const times = parts.flatMap(({ first_at }) => first_at ?? [])
  return {
    total: parts.reduce((sum, { entries }) => sum + entries, 0),
    oldest: times.length === 0 ? null : times.reduce((least, at) => Math.min(least, at)),
    parts,
  }
}

type Counted = Segment & RowCount

/** A block that begins before the range is counted by its rows. */
async function countTallied<Row>(
  source: ListSource<Row>,
  blocks: readonly BlockRollup[],
): Promise<Counted[]> {
  const counted: Counted[] = []
  for (const { block, entries, first_at } of blocks) {
    const stretch = rangeOfBlocks(block)
    counted.push({
      stretch,
      ...(first_at < source.since ? await source.count(stretch) : { entries, first_at }),
    })
  }
  return counted
}

/** The number of blocks searched at once: SQLite blocks the process meanwhile, PostgreSQL does not. */
const searchedAtOnce = { sqlite: 1, postgres: 16 } as const

async function countFound<Row>(
  { engine }: Pick<Context, 'engine'>,
  source: ListSource<Row>,
  blocks: readonly BlockRollup[],
  remembered: Map<string, RowCount>,
): Promise<Counted[]> {
  const together = Map.groupBy(blocks, ({ block }) => Math.floor(block / searchedAtOnce[engine]))
  const counted: Counted[] = []
  for (const group of together.values()) {
    const stretch = rangeOfBlocks(group.at(-1)?.block ?? 0, group[0]?.block)
    const name = `${stretch.after}-${stretch.upTo}/${group.length}`
    const known = remembered.get(name)
    const isWithin = group.every(({ first_at }) => first_at >= source.since)
    const count = isWithin && known ? known : await source.count(stretch)
    if (isWithin) remembered.set(name, count)
    if (count !== known) await nextTurn()
    counted.push({ stretch, ...count })
  }
  return counted
}

/** The entries of a page, from the ranges that contain them; the ranges in between are not read. */
export async function readPage<Row>(
  source: ListSource<Row>,
  { parts }: CountedList,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<Row[]> {
  const rows: Row[] = []
  let before = 0
  for (const { stretch, entries } of joined(parts, limit)) {
    const wanted = limit - rows.length
    if (wanted === 0) break
    const skipped = Math.max(0, offset - before)
    before += entries
    if (skipped < entries) rows.push(...(await source.rows(stretch, { limit: wanted, offset: skipped })))
  }
  return rows
}

/** The same ranges, with small neighbours joined. */
function* joined(parts: readonly Segment[], little: number): Generator<Segment> {
  let open: Segment | undefined
  for (const part of parts) {
    if (open && part.stretch.upTo === open.stretch.after && part.entries < little && open.entries < little)
      open = {
        stretch: { after: part.stretch.after, upTo: open.stretch.upTo },
        entries: open.entries + part.entries,
      }
    else {
      if (open) yield open
      open = part
    }
  }
  if (open) yield open
}

/** Ranges of about a thousand entries, the newest first, that cover everything: for exports. */
export function* inPieces({ parts }: CountedList, most = 1_000): Generator<SequenceRange> {
  let open: { after: number; upTo: number; entries: number } | undefined
  for (const { stretch, entries } of parts) {
    if (open && open.entries + entries > most) {
      yield { after: open.after, upTo: open.upTo }
      open = undefined
    }
    if (entries > most)
      yield* cut(stretch, Math.min(blockLength, Math.ceil(((stretch.upTo - stretch.after) * most) / entries)))
    else
      open = {
        after: stretch.after,
        upTo: open?.upTo ?? stretch.upTo,
        entries: (open?.entries ?? 0) + entries,
      }
  }
  if (open) yield { after: open.after, upTo: open.upTo }
}

function* cut({ after, upTo }: SequenceRange, length: number): Generator<SequenceRange> {
  for (let end = upTo; end > after; end -= length) yield { after: Math.max(after, end - length), upTo: end }
}
