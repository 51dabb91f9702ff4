import type { DbContext } from '../../context.ts'
import type { RecordedUsage } from '../audit-log/unpack.ts'
import { countUsagePieces, type StretchMemory } from './count-usage-pieces.ts'
import type { CountedList } from './pagination.ts'
import { readUsageInOrder, readUsagePage } from './read-usage.ts'
import { countMatches, type UsageSearchMemory, type UsageWord, usageMatcher } from './usage-search.ts'
import { findCandidates, sumOfEntries, type UsageSegment } from './usage-segment.ts'

/** The calls in some projects since a time that contain these words. */
export interface UsageQuery {
  readonly projectIds: readonly number[]
  readonly since: number
  readonly words: readonly UsageWord[]
}

export interface UsageMemory {
  readonly stretches: StretchMemory
  readonly searches: UsageSearchMemory
}

/** Counts a list of calls in its current state. */
export async function countUsage(
  ctx: DbContext<'engine'>,
  query: UsageQuery,
  memory: UsageMemory,
): Promise<CountedList<RecordedUsage>> {
  const all = await countUsagePieces(ctx, query, memory.stretches)
  if (query.words.length === 0)
    return listOf(all, {
      page: (at) => readUsagePage(ctx, all, at),
      groups: () => readUsageInOrder(ctx, all),
    })
  const found = await countMatches(ctx, all, query.words, memory.searches)
  const matches = usageMatcher(query.words)
  return listOf(found, {
    page: (at) => readFoundPage(ctx, found, at, matches),
    groups: () => readMatching(ctx, found, matches),
  })
}

const listOf = (
  pieces: readonly UsageSegment[],
  reading: Pick<CountedList<RecordedUsage>, 'page' | 'groups'>,
): CountedList<RecordedUsage> => ({
  total: sumOfEntries(pieces),
  oldest:
    pieces.length === 0
      ? null
      : pieces.reduce((least, { firstAt }) => Math.min(least, firstAt), Number.POSITIVE_INFINITY),
  ...reading,
})

type Matches = (entry: RecordedUsage) => boolean

async function* readMatching(ctx: DbContext<'engine'>, pieces: readonly UsageSegment[], matches: Matches) {
  for await (const entries of readUsageInOrder(ctx, pieces)) {
    const found = entries.filter(matches)
    if (found.length > 0) yield found
  }
}

async function readFoundPage(
  ctx: DbContext<'engine'>,
  pieces: readonly UsageSegment[],
  { offset, limit }: { readonly offset: number; readonly limit: number },
  matches: Matches,
): Promise<RecordedUsage[]> {
  const candidates = findCandidates(pieces, { offset, limit })
  const rows: RecordedUsage[] = []
  let skip = offset - candidates.before
  for await (const found of readMatching(ctx, candidates.pieces, matches)) {
    rows.push(...found.slice(skip, skip + limit - rows.length))
    skip = Math.max(0, skip - found.length)
    if (rows.length === limit) break
  }
  return rows
}
