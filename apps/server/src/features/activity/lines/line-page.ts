import type { DbContext } from '../../../context.ts'
import { pauseWork } from '../../../db/charged-work.ts'
import type { SequenceRange } from '../../audit-log/block.ts'
import { activitySource } from '../activity-list-store.ts'
import { findCandidates } from '../activity-words-store.ts'
import { type CountedSegments, countList, type Segment, splitIntoRanges } from '../paged-list.ts'
import {
  endOfTime,
  type LineEntry,
  type ListedEntries,
  lastBefore,
  linesFrom,
  readLineEntries,
  readListedOf,
} from './line-store.ts'

/** A page of lines, each at the place of its newest entry, so that none is on two pages. */
export interface LinePage {
  /** The lines, newest first. */
  readonly lines: readonly number[]
  /** The entry at which the next page begins: it has only older ones. Null at the end. */
  readonly next: number | null
  /** Entries without the search, and the time of the oldest. */
  readonly total: number
  readonly oldest: number | null
  /** Entries that match the search; null without one, or if they were not counted. */
  readonly found: number | null
  /** When the oldest searched entry was written, if the search ended before it had found a page. */
  readonly searchedBackTo: number | null
}

interface PageRequest {
  readonly before: number | undefined
  readonly limit: number
}

/** A search along the log reads this many ranges of a thousand entries per page, and continues with the next page. */
const maxRanges = 40

export async function readLinePage(
  ctx: DbContext<'engine'>,
  list: ListedEntries,
  request: PageRequest,
): Promise<LinePage> {
  const counted = await countUntil(ctx, list)
  const candidates = await rarest(ctx, list)
  const { total, oldest } = counted
  const page = candidates
    ? await pageOfCandidates(ctx, list, candidates, request)
    : await pageAlongLog(ctx, list, counted, request)
  return { ...page, total, oldest }
}

type Page = Omit<LinePage, 'total' | 'oldest'>

/** The list without its search, counted up to its end. */
async function countUntil(ctx: DbContext<'engine'>, list: ListedEntries): Promise<CountedSegments> {
  const source = activitySource(ctx, list.view, list.since)
  const counted = await countList(ctx, source)
  const head = counted.segments[0]?.range.upTo
  if (list.until === endOfTime || head === undefined) return counted
  const end = await lastBefore(ctx.db, list.until, head)
  const segments: Segment[] = []
  for (const { range, entries } of counted.segments) {
    const left = { after: range.after, upTo: Math.min(range.upTo, end) }
    if (left.after >= left.upTo) continue
    const isWhole = left.upTo === range.upTo
    segments.push({ range: left, entries: isWhole ? entries : (await source.count(left)).entries })
  }
  return { segments, total: segments.reduce((sum, { entries }) => sum + entries, 0), oldest: counted.oldest }
}

/** The entries that can match, if one word of the search is rare. */
async function rarest(
  ctx: DbContext<'engine'>,
  { words }: ListedEntries,
): Promise<ReadonlySet<number> | null> {
  let least: ReadonlySet<number> | null = null
  for (const word of words) {
    const candidates = await findCandidates(ctx, word)
    if (candidates && (!least || candidates.size < least.size)) least = candidates
  }
  return least
}

async function pageOfCandidates(
  ctx: DbContext<'engine'>,
  list: ListedEntries,
  candidates: ReadonlySet<number>,
  { before, limit }: PageRequest,
): Promise<Page> {
  const entries = candidates.size === 0 ? [] : await readListedOf(ctx, list, [...candidates])
  const newest = newestOfLines(entries)
  const lines = [...newest].filter(([, sequence]) => before === undefined || sequence < before)
  return { ...pageOf(lines, limit), found: entries.length, searchedBackTo: null }
}

/** The newest entry of each line, of entries that are sorted newest first. */
function newestOfLines(
  entries: readonly LineEntry[],
  known = new Map<number, number>(),
): Map<number, number> {
  for (const { line, sequence } of entries) if (!known.has(line)) known.set(line, sequence)
  return known
}

function pageOf(
  lines: readonly (readonly [line: number, newest: number])[],
  limit: number,
): Pick<Page, 'lines' | 'next'> {
  const ofPage = lines.slice(0, limit)
  return {
    lines: ofPage.map(([line]) => line),
    next: lines.length > limit ? (ofPage.at(-1)?.[1] ?? null) : null,
  }
}

/** How many entries are read at once. */
const readAtOnce = 512

async function pageAlongLog(
  ctx: DbContext<'engine'>,
  list: ListedEntries,
  counted: CountedSegments,
  { before, limit }: PageRequest,
): Promise<Page> {
  const isSearch = list.words.length > 0
  const fresh = new Map<number, number>()
  const known = new Set<number>()
  let searched = 0
  let matches = 0
  for (const range of rangesBefore(counted, before)) {
    for await (const entries of readRange(ctx, list, range)) {
      matches += entries.length
      await addFresh(ctx, list, { entries, before, fresh, known })
      if (fresh.size > limit) return { ...pageOf([...fresh], limit), found: null, searchedBackTo: null }
    }
    searched += 1
    if (isSearch && searched >= maxRanges) {
      const searchedBackTo = await timeAt(ctx, list, range)
      if (searchedBackTo !== null)
        return { lines: [...fresh.keys()], next: range.after + 1, found: null, searchedBackTo }
    }
  }
  const isCounted = isSearch && before === undefined
  return { lines: [...fresh.keys()], next: null, found: isCounted ? matches : null, searchedBackTo: null }
}

/** The ranges with entries of the list before one, newest first, of at most a few hundred entries each. */
function* rangesBefore(counted: CountedSegments, before: number | undefined): Generator<SequenceRange> {
  const end = before === undefined ? Number.MAX_SAFE_INTEGER : before - 1
  for (const { after, upTo } of splitIntoRanges(counted))
    if (after < end) yield { after, upTo: Math.min(upTo, end) }
}

async function* readRange(
  ctx: DbContext<'engine'>,
  list: ListedEntries,
  { after, upTo }: SequenceRange,
): AsyncGenerator<LineEntry[]> {
  for (let end = upTo; end > after; ) {
    const entries = await readLineEntries(ctx, list, { range: { after, upTo: end }, limit: readAtOnce })
    yield entries
    await pauseWork()
    if (entries.length < readAtOnce) return
    end = (entries.at(-1)?.sequence ?? after) - 1
  }
}

interface Gathered {
  readonly entries: readonly LineEntry[]
  readonly before: number | undefined
  /** The newest entry of each line of the page. */
  readonly fresh: Map<number, number>
  /** Lines of earlier pages. */
  readonly known: Set<number>
}

async function addFresh(
  ctx: DbContext<'engine'>,
  list: ListedEntries,
  { entries, before, fresh, known }: Gathered,
): Promise<void> {
  const lines = newestOfLines(entries)
  const unknown = [...lines.keys()].filter((line) => !fresh.has(line) && !known.has(line))
  if (before !== undefined && unknown.length > 0)
    for (const line of await linesFrom(ctx, list, { lines: unknown, from: before })) known.add(line)
  for (const [line, sequence] of lines) if (!known.has(line) && !fresh.has(line)) fresh.set(line, sequence)
}

/** When the first entry of a range was written; null if nothing of the list is older. */
async function timeAt(
  ctx: DbContext<'engine'>,
  list: ListedEntries,
  { after }: SequenceRange,
): Promise<number | null> {
  const [older] = await readLineEntries(
    ctx,
    { ...list, words: [] },
    { range: { after: 0, upTo: after }, limit: 1 },
  )
  return older?.at ?? null
}
