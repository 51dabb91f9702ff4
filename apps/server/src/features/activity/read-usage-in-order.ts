import type { Context } from '../../context.ts'
import { pauseWork } from '../../db/charged-work.ts'
import type { RecordedUsage } from '../audit-log/unpack.ts'
import { type PackPlace, readEntries, readPlaces } from './usage-list-store.ts'
import { clipPieces, type TimeSpan, type UsagePiece } from './usage-piece.ts'

type Ctx = Pick<Context, 'db' | 'engine'>

const groupLength = 1_000

/**
 * Reads all entries of pieces, the newest first, in groups of about a thousand. Each entry is read once, however many
 * are erased meanwhile, because the pieces are divided by time and not by count.
 */
export async function* readUsageInOrder(
  ctx: Ctx,
  pieces: readonly UsagePiece[],
): AsyncGenerator<RecordedUsage[]> {
  const newestFirst = pieces.toSorted((left, right) => right.lastAt - left.lastAt)
  let next = 0
  let begun: UsagePiece[] = []
  for (const span of divideByTime(pieces)) {
    for (let piece = newestFirst[next]; piece && piece.lastAt >= span.from; piece = newestFirst[++next])
      begun.push(piece)
    for (const packs of groupsOf(await readPlaces(ctx, clipPieces(begun, span)))) {
      const entries = (await readEntries(ctx, packs)).flat()
      if (entries.length > 0) yield entries
      await pauseWork()
    }
    begun = begun.filter(({ firstAt }) => firstAt < span.from)
  }
}

function* groupsOf(places: readonly PackPlace[]): Generator<PackPlace[]> {
  let group: PackPlace[] = []
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
/** With many pieces at the same time, a span is longer, because each costs a look at every piece. */
const entriesPerPiece = 8

/**
 * Divides the time of pieces into spans of some thousand entries, the newest first, as if the entries of each piece
 * were spread evenly. Where they are not, a span is larger or smaller.
 */
export function* divideByTime(pieces: readonly UsagePiece[]): Generator<TimeSpan> {
  // Entries per ms begin to count at the end of a piece and cease before its beginning.
  const turns = pieces
    .flatMap(({ entries, firstAt, lastAt }) => {
      const rate = entries / (lastAt - firstAt + 1)
      return [
        { at: lastAt, rate, pieces: 1 },
        { at: firstAt - 1, rate: -rate, pieces: -1 },
      ]
    })
    .sort((left, right) => right.at - left.at)
  let until = turns[0]?.at ?? 0
  let [at, rate, open, entries] = [until, 0, 0, 0]
  for (const turn of turns) {
    while (rate > 0 && turn.at < at) {
      const target = Math.max(spanEntries, entriesPerPiece * open)
      const end = Math.max(turn.at, Math.min(at - 1, Math.floor(at - (target - entries) / rate)))
      entries += (at - end) * rate
      at = end
      if (entries < target) break
      yield { from: at + 1, until }
      until = at
      entries = 0
    }
    at = turn.at
    open += turn.pieces
    rate = open === 0 ? 0 : rate + turn.rate
  }
  if (until > at) yield { from: at + 1, until }
}
