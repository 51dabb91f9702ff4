/**
 * How calls of many projects become one list, ordered by time, project and sequence number. Each project's chain is
 * numbered by itself, so the list is assembled from segments: the rolled-up blocks of each project, and what follows
 * them. A segment is known by its number of entries and the times of the first and the last of them. From these follows
 * which segments a page can come from, so only those are read.
 */

/** Consecutive packs of a project's usage. */
export interface UsageSequenceRange {
  readonly projectId: number
  /** The packs that begin after this sequence number, up to and including the other one. */
  readonly after: number
  readonly upTo: number
  /** Changes when entries are erased. */
  readonly generation: number
}

/** How many entries of a range a list contains, and their times. */
export interface SegmentCount {
  readonly entries: number
  readonly firstAt: number
  readonly lastAt: number
}

/** The packs of one range, in any order: the time of each, and its first and last sequence number. */
export type Packs = Float64Array

export interface UsageSegment extends UsageSequenceRange, SegmentCount {
  /** Its packs, if they are in memory. Those outside of its times do not count. */
  readonly packs?: Packs
}

/** A range of time, both ends included. */
export interface TimeSpan {
  readonly from: number
  readonly until: number
}

/** The parts of segments that lie in a span of time, as far as their first and last times tell. */
export const clipSegments = (segments: readonly UsageSegment[], { from, until }: TimeSpan): UsageSegment[] =>
  segments.flatMap((segment) =>
    segment.lastAt < from || segment.firstAt > until
      ? []
      : { ...segment, firstAt: Math.max(segment.firstAt, from), lastAt: Math.min(segment.lastAt, until) },
  )

/** The most entries that segments can contain. */
export const sumOfEntries = (segments: readonly Pick<SegmentCount, 'entries'>[]): number =>
  segments.reduce((sum, { entries }) => sum + entries, 0)

/** The difference of two times would be a number that is allocated for each comparison. */
export const compareNumbers = (left: number, right: number): number =>
  Number(left > right) - Number(left < right)

/** Segments by one of their times, for counting those after a time. */
interface Timeline {
  readonly times: Float64Array
  /** `entries[n]` is the sum over all segments from the n-th on. */
  readonly entries: Float64Array
}

function timelineOf(segments: readonly UsageSegment[], time: 'firstAt' | 'lastAt'): Timeline {
  const sorted = segments.toSorted((left, right) => compareNumbers(left[time], right[time]))
  const times = new Float64Array(sorted.length)
  const entries = new Float64Array(sorted.length + 1)
  for (let n = sorted.length - 1; n >= 0; n--) {
    times[n] = sorted[n]?.[time] ?? 0
    entries[n] = (entries[n + 1] ?? 0) + (sorted[n]?.entries ?? 0)
  }
  return { times, entries }
}

/** The number of segments with a time up to `at`. */
function countUpTo({ times }: Timeline, at: number): number {
  let [low, high] = [0, times.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((times[middle] ?? 0) > at) high = middle
    else low = middle + 1
  }
  return low
}

interface Candidates {
  readonly segments: readonly UsageSegment[]
  /** How many entries of the list are newer than all that can be on the page, and belong to other segments. */
  readonly before: number
}

/** The segments from which the entries of a page can come. */
export function findCandidates(
  segments: readonly UsageSegment[],
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Candidates {
  const byFirst = timelineOf(segments, 'firstAt')
  const byLast = timelineOf(segments, 'lastAt')
  // At most so many entries are as new as the oldest of the segment, or newer: not the oldest of segments that began before.
  const isBefore = ({ firstAt }: UsageSegment) => {
    const ended = countUpTo(byLast, firstAt - 1)
    const begun = countUpTo(byFirst, firstAt - 1)
    return (byLast.entries[ended] ?? 0) - (begun - ended) <= offset
  }
  // At least so many entries are newer than the newest of the segment: one of each segment that has begun.
  const isAfter = ({ lastAt }: UsageSegment) => {
    const ended = countUpTo(byLast, lastAt)
    const begun = countUpTo(byFirst, lastAt)
    return (byFirst.entries[begun] ?? 0) + begun - ended >= offset + limit
  }
  const rest = segments.filter((segment) => !isBefore(segment))
  return {
    segments: rest.filter((segment) => !isAfter(segment)),
    before: sumOfEntries(segments) - sumOfEntries(rest),
  }
}
