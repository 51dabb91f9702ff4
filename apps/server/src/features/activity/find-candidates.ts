import { sumOfEntries, type UsagePiece } from './usage-piece.ts'

/** Pieces by one of their times, for counting those after a time. */
interface Timeline {
  readonly times: Float64Array
  /** `entries[n]` is the sum over all pieces from the n-th on. */
  readonly entries: Float64Array
}

function timelineOf(pieces: readonly UsagePiece[], timeOf: (piece: UsagePiece) => number): Timeline {
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

export interface Candidates {
  readonly pieces: readonly UsagePiece[]
  /** How many entries of the list are newer than all that can be on the page, and belong to other pieces. */
  readonly before: number
}

/** The pieces from which the entries of a page can come. */
export function findCandidates(
  pieces: readonly UsagePiece[],
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Candidates {
  const byFirst = timelineOf(pieces, ({ firstAt }) => firstAt)
  const byLast = timelineOf(pieces, ({ lastAt }) => lastAt)
  // At most so many entries are as new as the oldest of the piece, or newer: not the oldest of pieces that began before.
  const isBefore = ({ firstAt }: UsagePiece) => {
    const any = after(byLast, firstAt - 1)
    return any.entries - (any.pieces - after(byFirst, firstAt - 1).pieces) <= offset
  }
  // At least so many entries are newer than the newest of the piece: one of each piece that has begun.
  const isAfter = ({ lastAt }: UsagePiece) => {
    const whole = after(byFirst, lastAt)
    return whole.entries + after(byLast, lastAt).pieces - whole.pieces >= offset + limit
  }
  const before = pieces.filter(isBefore)
  return {
    pieces: pieces.filter((piece) => !isBefore(piece) && !isAfter(piece)),
    before: sumOfEntries(before),
  }
}
