import type { DbContext } from '../../context.ts'
import { pauseWork } from '../../db/charged-work.ts'
import type { RecordedUsage } from '../audit-log/recorded-usage.ts'
import { countInBuckets, readEntries, readPositions } from './usage-list-store.ts'
import type { BucketScale, PackPosition } from './usage-packs.ts'
import {
  clipSegments,
  findCandidates,
  sumOfEntries,
  type TimeSpan,
  type UsageSegment,
} from './usage-segment.ts'

interface UsageRequest {
  /** How many entries to skip. */
  readonly offset: number
  readonly limit: number
}

/** Reads a page of a list without search words. */
export async function readUsagePage(
  ctx: DbContext<'engine'>,
  segments: readonly UsageSegment[],
  { offset, limit }: UsageRequest,
): Promise<RecordedUsage[]> {
  const candidates = findCandidates(segments, { offset, limit })
  if (candidates.segments.length === 0) return []
  const request = { offset: offset - candidates.before, limit }
  const narrow = await narrowDown(ctx, candidates.segments, request)
  const places = await readPositions(ctx, narrow.segments)
  const { packs, skipped } = packsOfPage(places, { offset: narrow.offset, limit })
  const entries = (await readEntries(ctx, packs)).flat()
  return entries.slice(skipped, skipped + limit)
}

/** So many packs are found and sorted in a few milliseconds. */
const maxPlaces = 16_384
const bucketsAtOnce = 512
/** Each makes the span hundreds of times shorter. */
const maxRounds = 4

/** Shortens the time in which the wanted entries are, while it contains too many others. */
async function narrowDown(ctx: DbContext<'engine'>, list: readonly UsageSegment[], request: UsageRequest) {
  let segments = list
  let { offset } = request
  for (let round = 0; round < maxRounds && sumOfEntries(segments) > maxPlaces; round++) {
    const origin = segments.reduce((min, { firstAt }) => Math.min(min, firstAt), Number.POSITIVE_INFINITY)
    const end = segments.reduce((greatest, { lastAt }) => Math.max(greatest, lastAt), 0)
    const width = Math.ceil((end - origin + 1) / bucketsAtOnce)
    const buckets = findBuckets(await countInBuckets(ctx, segments, { origin, width }), {
      ...request,
      offset,
    })
    if (!buckets) return { segments: [], offset: 0 }
    segments = clipSegments(segments, spanOf(buckets, { origin, width }))
    offset -= buckets.before
    if (buckets.entries <= maxPlaces || width === 1) break
  }
  return { segments, offset }
}

interface Buckets {
  readonly oldest: number
  readonly newest: number
  readonly entries: number
  /** The entries in newer buckets. */
  readonly before: number
}

const spanOf = ({ oldest, newest }: Buckets, { origin, width }: BucketScale): TimeSpan => ({
  from: origin + oldest * width,
  until: origin + (newest + 1) * width - 1,
})

/** The buckets that contain the wanted entries. */
function findBuckets(
  newestFirst: readonly { readonly bucket: number; readonly entries: number }[],
  { offset, limit }: UsageRequest,
): Buckets | undefined {
  let seen = 0
  let buckets: Buckets | undefined
  for (const { bucket, entries } of newestFirst) {
    if (seen >= offset + limit) break
    if (seen + entries > offset)
      buckets = {
        newest: buckets?.newest ?? bucket,
        oldest: bucket,
        before: buckets?.before ?? seen,
        entries: (buckets?.entries ?? 0) + entries,
      }
    seen += entries
  }
  return buckets
}

/** The packs that contain the wanted entries, and how many entries of the first one to skip. */
function packsOfPage(places: readonly PackPosition[], { offset, limit }: UsageRequest) {
  const packs: PackPosition[] = []
  let seen = 0
  let skipped = 0
  for (const place of places) {
    if (seen >= offset + limit) break
    const entries = place.last - place.first + 1
    if (seen + entries > offset) {
      if (packs.length === 0) skipped = offset - seen
      packs.push(place)
    }
    seen += entries
  }
  return { packs, skipped }
}

const groupLength = 1_000

/**
 * Reads all entries of segments, the newest first, in groups of about a thousand. Each entry is read once, however many
 * are erased meanwhile, because the segments are divided by time and not by count.
 */
export async function* readUsageInOrder(
  ctx: DbContext<'engine'>,
  segments: readonly UsageSegment[],
): AsyncGenerator<RecordedUsage[]> {
  const newestFirst = segments.toSorted((left, right) => right.lastAt - left.lastAt)
  let next = 0
  let begun: UsageSegment[] = []
  for (const span of divideByTime(segments)) {
    for (
      let segment = newestFirst[next];
      segment && segment.lastAt >= span.from;
      segment = newestFirst[++next]
    )
      begun.push(segment)
    for (const packs of groupsOf(await readPositions(ctx, clipSegments(begun, span)))) {
      const entries = (await readEntries(ctx, packs)).flat()
      if (entries.length > 0) yield entries
      await pauseWork()
    }
    begun = begun.filter(({ firstAt }) => firstAt < span.from)
  }
}

function* groupsOf(places: readonly PackPosition[]): Generator<PackPosition[]> {
  let group: PackPosition[] = []
  let entries = 0
  for (const place of places) {
    group.push(place)
    entries += place.last - place.first + 1
    if (entries < groupLength) continue
    yield group
    group = []
    entries = 0
  }
  if (group.length > 0) yield group
}

/** About how many entries a span has. Each pack of them is 100 bytes of memory while it is read. */
const spanEntries = 8_192
/** With many segments at the same time, a span is longer, because each costs a look at every segment. */
const entriesPerSegment = 8

/**
 * Divides the time of segments into spans of some thousand entries, the newest first, as if the entries of each segment
 * were spread evenly. Where they are not, a span is larger or smaller.
 */
export function* divideByTime(segments: readonly UsageSegment[]): Generator<TimeSpan> {
  // Entries per ms begin to count at the end of a segment and cease before its beginning.
  const turns = segments
    .flatMap(({ entries, firstAt, lastAt }) => {
      const rate = entries / (lastAt - firstAt + 1)
      return [
        { at: lastAt, rate, segments: 1 },
        { at: firstAt - 1, rate: -rate, segments: -1 },
      ]
    })
    .sort((left, right) => right.at - left.at)
  let until = turns[0]?.at ?? 0
  let [at, rate, open, entries] = [until, 0, 0, 0]
  for (const turn of turns) {
    while (rate > 0 && turn.at < at) {
      const target = Math.max(spanEntries, entriesPerSegment * open)
      const end = Math.max(turn.at, Math.min(at - 1, Math.floor(at - (target - entries) / rate)))
      entries += (at - end) * rate
      at = end
      if (entries < target) break
      yield { from: at + 1, until }
      until = at
      entries = 0
    }
    at = turn.at
    open += turn.segments
    rate = open === 0 ? 0 : rate + turn.rate
  }
  if (until > at) yield { from: at + 1, until }
}
