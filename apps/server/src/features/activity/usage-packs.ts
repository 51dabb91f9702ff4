import { LRUCache } from 'lru-cache'
import type { Packs, SegmentCount, TimeSpan, UsageSequenceRange } from './usage-segment.ts'

/** Where a pack is, without its content. */
export interface PackPosition {
  readonly project: number
  readonly first: number
  readonly last: number
  readonly time: number
}

/** Times of equal width, in milliseconds, which are numbered from the origin on. */
export interface BucketScale {
  readonly origin: number
  readonly width: number
}

const packLength = 3

export function packsOf(positions: readonly PackPosition[]): Packs {
  const packs = new Float64Array(positions.length * packLength)
  let index = 0
  for (const { time, first, last } of positions) {
    packs[index++] = time
    packs[index++] = first
    packs[index++] = last
  }
  return packs
}

const entriesAt = (packs: Packs, index: number) => (packs[index + 2] ?? 0) - (packs[index + 1] ?? 0) + 1

/** Counts the entries from `since` on. */
export function countPacks(packs: Packs, since: number): SegmentCount {
  let entries = 0
  let firstAt = Number.POSITIVE_INFINITY
  let lastAt = 0
  for (let index = 0; index < packs.length; index += packLength) {
    const time = packs[index] ?? 0
    if (time < since) continue
    entries += entriesAt(packs, index)
    if (time < firstAt) firstAt = time
    if (time > lastAt) lastAt = time
  }
  return { entries, firstAt, lastAt }
}

/** Adds the entries in a span of time to the sums of their buckets. */
export function addToBuckets(
  sums: Map<number, number>,
  packs: Packs,
  { from, until }: TimeSpan,
  { origin, width }: BucketScale,
): void {
  for (let index = 0; index < packs.length; index += packLength) {
    const time = packs[index] ?? 0
    if (time < from || time > until) continue
    const bucket = Math.floor((time - origin) / width)
    sums.set(bucket, (sums.get(bucket) ?? 0) + entriesAt(packs, index))
  }
}

/** Adds the positions of a project's packs in a span of time. */
export function addPositions(
  positions: PackPosition[],
  project: number,
  packs: Packs,
  { from, until }: TimeSpan,
): void {
  for (let index = 0; index < packs.length; index += packLength) {
    const time = packs[index] ?? 0
    if (time < from || time > until) continue
    positions.push({ project, first: packs[index + 1] ?? 0, last: packs[index + 2] ?? 0, time })
  }
}

/** What is known of the range that begins after a sequence number. */
interface KnownPacks extends Pick<UsageSequenceRange, 'upTo' | 'generation'> {
  /** Older packs are missing. */
  readonly since: number
  readonly packs: Packs
}

/**
 * The packs of ranges that are not rolled up, or only in part within a list's time range. With many projects these are
 * most of a list, and each changes only when its project gets a call.
 */
export type PackMemory = LRUCache<string, KnownPacks>

/** 10 MB of numbers: those of 20,000 projects with 20 packs each. */
const maxPacks = 400_000

export const createPackMemory = (): PackMemory =>
  new LRUCache({
    maxSize: maxPacks,
    // The rest of an entry is as large as some packs.
    sizeCalculation: ({ packs }) => 8 + packs.length / packLength,
  })

type ReadPacks = (ranges: readonly (UsageSequenceRange & { readonly since: number })[]) => Promise<Packs[]>

const nameOf = ({ projectId, after }: UsageSequenceRange) => `${projectId}/${after}`

const none: Packs = new Float64Array()

function joined(left: Packs, right: Packs): Packs {
  if (left.length === 0) return right
  const packs = new Float64Array(left.length + right.length)
  packs.set(left)
  packs.set(right, left.length)
  return packs
}

/** The packs of ranges from `since` on, and sometimes older ones. Reads what is new since they were last asked for. */
export async function packsOfRanges(
  memory: PackMemory,
  ranges: readonly UsageSequenceRange[],
  since: number,
  read: ReadPacks,
): Promise<Packs[]> {
  const known = ranges.map((range) => {
    const packs = memory.get(nameOf(range))
    const isCurrent = packs && packs.generation === range.generation && packs.upTo <= range.upTo
    return isCurrent && packs.since <= since ? packs : undefined
  })
  const missing = ranges.flatMap((range, index) => {
    const { upTo: after, since: from } = known[index] ?? { upTo: range.after, since }
    return after === range.upTo ? [] : { ...range, after, since: from }
  })
  const added = (await read(missing)).values()
  return ranges.map((range, index) => {
    const before = known[index]
    if (before?.upTo === range.upTo) return before.packs
    const packs = joined(before?.packs ?? none, added.next().value ?? none)
    const { upTo, generation } = range
    memory.set(nameOf(range), { upTo, generation, since: before?.since ?? since, packs })
    return packs
  })
}
