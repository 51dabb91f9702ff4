/**
 * How calls of many projects become one list, ordered by time, project and sequence number. Each project's chain is
 * numbered by itself, so the list is assembled from pieces: the rolled-up blocks of each project, and what follows
 * them. A piece is known by its number of entries and the times of the first and the last of them. From these follows
 * which pieces a page can come from, so only those are read.
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

/** How many entries of a stretch a list contains, and their times. */
export interface PieceCount {
  readonly entries: number
  readonly firstAt: number
  readonly lastAt: number
}

export interface UsageSegment extends UsageSequenceRange, PieceCount {}

/** A range of time, both ends included. */
export interface TimeSpan {
  readonly from: number
  readonly until: number
}

/** The parts of pieces that lie in a span of time, as far as their first and last times tell. */
export const clipPieces = (pieces: readonly UsageSegment[], { from, until }: TimeSpan): UsageSegment[] =>
  pieces.flatMap((piece) =>
    piece.lastAt < from || piece.firstAt > until
      ? []
      : { ...piece, firstAt: Math.max(piece.firstAt, from), lastAt: Math.min(piece.lastAt, until) },
  )

/** The most entries that pieces can contain. */
export const sumOfEntries = (pieces: readonly Pick<PieceCount, 'entries'>[]): number =>
  pieces.reduce((sum, { entries }) => sum + entries, 0)

/** Pieces by one of their times, for counting those after a time. */
interface Timeline {
  readonly times: Float64Array
  /** `entries[n]` is the sum over all pieces from the n-th on. */
  readonly entries: Float64Array
}

function timelineOf(pieces: readonly UsageSegment[], timeOf: (piece: UsageSegment) => number): Timeline {
  const sorted = pieces.toSorted((left, right) => timeOf(left) - timeOf(right))
  const entries = new Float64Array(sorted.length + 1)
  for (let n = sorted.length - 1; n >= 0; n--) entries[n] = (entries[n + 1] ?? 0) + (sorted[n]?.entries ?? 0)
  return { times: Float64Array.from(sorted, timeOf), entries }
}

/** The pieces with a time after `at`, and their entries. */
function after({ times, entries }: Timeline, at: number): { pieces: number; entries: number } {
  let [low, high] = [0, times.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((times[middle] ?? 0) > at) high = middle
    else low = middle + 1
  }
  return { pieces: times.length - low, entries: entries[low] ?? 0 }
}

interface Candidates {
  readonly pieces: readonly UsageSegment[]
  /** How many entries of the list are newer than all that can be on the page, and belong to other pieces. */
  readonly before: number
}

/** The pieces from which the entries of a page can come. */
export function findCandidates(
  pieces: readonly UsageSegment[],
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Candidates {
  const byFirst = timelineOf(pieces, ({ firstAt }) => firstAt)
  const byLast = timelineOf(pieces, ({ lastAt }) => lastAt)
  // At most so many entries are as new as the oldest of the piece, or newer: not the oldest of pieces that began before.
  const isBefore = ({ firstAt }: UsageSegment) => {
    const any = after(byLast, firstAt - 1)
    return any.entries - (any.pieces - after(byFirst, firstAt - 1).pieces) <= offset
  }
  // At least so many entries are newer than the newest of the piece: one of each piece that has begun.
  const isAfter = ({ lastAt }: UsageSegment) => {
    const whole = after(byFirst, lastAt)
    return whole.entries + after(byLast, lastAt).pieces - whole.pieces >= offset + limit
  }
  const before = pieces.filter(isBefore)
  return {
    pieces: pieces.filter((piece) => !isBefore(piece) && !isAfter(piece)),
    before: sumOfEntries(before),
  }
}
