import type { Context, DbContext } from '../../context.ts'
import { chargeCompared, pauseWork } from '../../db/charged-work.ts'
import { blockLength, rangeOfBlocks, type SequenceRange } from '../audit-log/block.ts'
import { readHead } from '../audit-log/chain-store.ts'
import { readActivityMark } from '../usage/activity-rollup-store.ts'
import { advanceActivityRollups } from '../usage/rollups.ts'
import type { RollupMark } from '../usage/usage-state-store.ts'
import type { CountedList } from './pagination.ts'
import { createSearchMemory, type SearchMemory } from './search-terms.ts'

/** The rollup of one block, for one list. */
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

/** One list: the activity that a viewer may see and asked for. */
export interface ListSource<Row> {
  /** Entries are listed from this time on. */
  readonly since: number
  /**
   * Present when the list is a search, for which rollups are not enough. The text identifies the list and its words;
   * counts are cached under it.
   */
  readonly searched: string | null
  /**
   * The rolled-up blocks that contain entries of the list from `since` on, the newest first. Search words are ignored.
   */
  readonly rollups: (blocks: number) => Promise<BlockRollup[]>
  readonly count: (range: SequenceRange) => Promise<RowCount>
  /** The newest first. */
  readonly rows: (range: SequenceRange, page: { limit: number; offset: number }) => Promise<Row[]>
}

/** A list counted at one moment. */
export interface CountedSegments extends Pick<CountedList<unknown>, 'total' | 'oldest'> {
  /** The ranges that contain its entries, the newest first. */
  readonly segments: readonly Segment[]
}

export interface Segment {
  readonly range: SequenceRange
  readonly entries: number
}

/** Up to this many rows after the mark are counted one by one. With more, they are rolled up first. */
const maxPendingRows = 4 * blockLength

/** Rolls up entries that are too far ahead of the mark, and returns the ranges with and without rollups. */
export async function listState(
  ctx: DbContext<'engine'>,
): Promise<{ mark: RollupMark; notRolledUp: SequenceRange }> {
  const read = async () => {
    // The mark is read first, so that it is never ahead of the head.
    const mark = await readActivityMark(ctx.db)
    const { sequence } = await readHead(ctx.db, 'activity')
    return { mark, notRolledUp: { after: mark.blocks * blockLength, upTo: sequence } }
  }
  const state = await read()
  if (state.notRolledUp.upTo - state.notRolledUp.after <= maxPendingRows) return state
  await advanceActivityRollups(ctx)
  return await read()
}

/**
 * Counts of search words per full block. Full blocks never gain entries, and the generation shows when they lose some.
 */
export type BlockSearchMemory = SearchMemory<RowCount>

/** Counts a list in its current state. */
export async function countActivity<Row>(
  ctx: DbContext<'engine'>,
  source: ListSource<Row>,
  memory?: BlockSearchMemory,
): Promise<CountedList<Row>> {
  const counted = await countList(ctx, source, memory)
  return {
    total: counted.total,
    oldest: counted.oldest,
    page: (at) => readPage(source, counted, at),
    groups: () => readGroups(source, counted),
  }
}

async function* readGroups<Row>(source: ListSource<Row>, counted: CountedSegments): AsyncGenerator<Row[]> {
  for (const range of splitIntoRanges(counted)) {
    const rows = await source.rows(range, { limit: range.upTo - range.after, offset: 0 })
    if (rows.length > 0) yield rows
    await pauseWork()
  }
}

export async function countList<Row>(
  ctx: DbContext<'engine'>,
  source: ListSource<Row>,
  memory: BlockSearchMemory = createSearchMemory(),
): Promise<CountedSegments> {
  const { mark, notRolledUp } = await listState(ctx)
  const newest =
    notRolledUp.upTo > notRolledUp.after ? [{ range: notRolledUp, ...(await source.count(notRolledUp)) }] : []
  const blocks = await source.rollups(mark.blocks)
  const counted = source.searched
    ? await countMatches(ctx, source, blocks, memory.memo(`${source.searched}/${mark.generation}`))
    : await countWithRollups(source, blocks)
  const segments = [...newest, ...counted].filter(({ entries }) => entries > 0)
  const times = segments.flatMap(({ first_at }) => first_at ?? [])
  return {
    total: segments.reduce((sum, { entries }) => sum + entries, 0),
    oldest: times.length === 0 ? null : times.reduce((min, at) => Math.min(min, at)),
    segments,
  }
}

type Counted = Segment & RowCount

/** Counts rolled-up blocks. A block that begins before the time range is counted by its rows. */
async function countWithRollups<Row>(
  source: ListSource<Row>,
  blocks: readonly BlockRollup[],
): Promise<Counted[]> {
  const counted: Counted[] = []
  for (const { block, entries, first_at } of blocks) {
    const range = rangeOfBlocks(block)
    counted.push({
      range,
      ...(first_at < source.since ? await source.count(range) : { entries, first_at }),
    })
  }
  return counted
}

/** How many blocks are searched at once: SQLite blocks the process meanwhile, PostgreSQL does not. */
const searchedAtOnce = { sqlite: 1, postgres: 16 } as const

async function countMatches<Row>(
  { engine }: Pick<Context, 'engine'>,
  source: ListSource<Row>,
  blocks: readonly BlockRollup[],
  remembered: Map<string, RowCount>,
): Promise<Counted[]> {
  const together = Map.groupBy(blocks, ({ block }) => Math.floor(block / searchedAtOnce[engine]))
  const counted: Counted[] = []
  for (const group of together.values()) {
    const range = rangeOfBlocks(group.at(-1)?.block ?? 0, group[0]?.block)
    const name = `${range.after}-${range.upTo}/${group.length}`
    const known = remembered.get(name)
    const isWithin = group.every(({ first_at }) => first_at >= source.since)
    const count = isWithin && known ? known : await source.count(range)
    if (isWithin) remembered.set(name, count)
    if (count !== known) {
      chargeCompared(engine, group.length * blockLength)
      await pauseWork()
    }
    counted.push({ range, ...count })
  }
  return counted
}

/** Reads the entries of a page from the ranges that contain them, and skips what lies between. */
export async function readPage<Row>(
  source: ListSource<Row>,
  { segments }: CountedSegments,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<Row[]> {
  const rows: Row[] = []
  let before = 0
  for (const { range, entries } of joinSmall(segments, limit)) {
    const missing = limit - rows.length
    if (missing === 0) break
    const skipped = Math.max(0, offset - before)
    before += entries
    if (skipped < entries) rows.push(...(await source.rows(range, { limit: missing, offset: skipped })))
  }
  return rows
}

/** Joins consecutive ranges that contain few entries. */
function* joinSmall(segments: readonly Segment[], maxEntries: number): Generator<Segment> {
  let open: Segment | undefined
  for (const segment of segments) {
    if (
      open &&
      segment.range.upTo === open.range.after &&
      segment.entries < maxEntries &&
      open.entries < maxEntries
    )
      open = {
        range: { after: segment.range.after, upTo: open.range.upTo },
        entries: open.entries + segment.entries,
      }
    else {
      if (open) yield open
      open = segment
    }
  }
  if (open) yield open
}

/** Splits a list into ranges of about a thousand entries, the newest first, for reading all of it. */
export function* splitIntoRanges(
  { segments }: CountedSegments,
  maxEntries = 1_000,
): Generator<SequenceRange> {
  let open: { after: number; upTo: number; entries: number } | undefined
  for (const { range, entries } of segments) {
    if (open && open.entries + entries > maxEntries) {
      yield { after: open.after, upTo: open.upTo }
      open = undefined
    }
    if (entries > maxEntries)
      yield* split(
        range,
        Math.min(blockLength, Math.ceil(((range.upTo - range.after) * maxEntries) / entries)),
      )
    else
      open = {
        after: range.after,
        upTo: open?.upTo ?? range.upTo,
        entries: (open?.entries ?? 0) + entries,
      }
  }
  if (open) yield { after: open.after, upTo: open.upTo }
}

function* split({ after, upTo }: SequenceRange, length: number): Generator<SequenceRange> {
  for (let end = upTo; end > after; end -= length) yield { after: Math.max(after, end - length), upTo: end }
}
