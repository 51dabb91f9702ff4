import { LRUCache } from 'lru-cache'
import type { DbContext } from '../../context.ts'
import { blockLength } from '../audit-log/block.ts'
import type { RecordedUsage } from '../audit-log/recorded-usage.ts'
import { advanceUsageRollups } from '../usage/rollups.ts'
import type { UsageState } from '../usage/usage-state-store.ts'
import type { CountedList } from './pagination.ts'
import { readUsageInOrder, readUsagePage } from './read-usage.ts'
import { createSearchMemory } from './search-terms.ts'
import { readPacks, rolledUpSegments } from './usage-list-store.ts'
import { countPacks, createPackMemory, type PackMemory, packsOfRanges } from './usage-packs.ts'
import { countMatches, type UsageSearchMemory, type UsageWord, usageMatcher } from './usage-search.ts'
import { findCandidates, sumOfEntries, type UsageSegment, type UsageSequenceRange } from './usage-segment.ts'

/** Reads how long the chains of some projects are, and how much of them is rolled up. */
type ReadStates = () => Promise<UsageState[]>

/** The calls in some projects since a time that contain these words. */
export interface UsageQuery {
  readonly states: ReadStates
  readonly since: number
  readonly words: readonly UsageWord[]
}

export interface UsageMemory {
  readonly segments: LRUCache<number, KnownSegments>
  readonly packs: PackMemory
  readonly searches: UsageSearchMemory
}

/** Counts a list of calls in its current state. */
export async function countUsage(
  ctx: DbContext<'engine' | 'groupCommit'>,
  query: UsageQuery,
  memory: UsageMemory,
): Promise<CountedList<RecordedUsage>> {
  const all = await countUsageSegments(ctx, query, memory)
  if (query.words.length === 0)
    return listOf(all, {
      page: (at) => readUsagePage(ctx, all, at),
      groups: () => readUsageInOrder(ctx, all),
    })
  const matching = await countMatches(ctx, all, query.words, memory.searches)
  const matches = usageMatcher(query.words)
  return listOf(matching, {
    page: (at) => readFoundPage(ctx, matching, at, matches),
    groups: () => readMatching(ctx, matching, matches),
  })
}

const listOf = (
  segments: readonly UsageSegment[],
  reading: Pick<CountedList<RecordedUsage>, 'page' | 'groups'>,
): CountedList<RecordedUsage> => ({
  total: sumOfEntries(segments),
  oldest:
    segments.length === 0
      ? null
      : segments.reduce((min, { firstAt }) => Math.min(min, firstAt), Number.POSITIVE_INFINITY),
  ...reading,
})

type Matches = (entry: RecordedUsage) => boolean

async function* readMatching(ctx: DbContext<'engine'>, segments: readonly UsageSegment[], matches: Matches) {
  for await (const entries of readUsageInOrder(ctx, segments)) {
    const matching = entries.filter(matches)
    if (matching.length > 0) yield matching
  }
}

async function readFoundPage(
  ctx: DbContext<'engine'>,
  segments: readonly UsageSegment[],
  { offset, limit }: { readonly offset: number; readonly limit: number },
  matches: Matches,
): Promise<RecordedUsage[]> {
  const candidates = findCandidates(segments, { offset, limit })
  const rows: RecordedUsage[] = []
  let skip = offset - candidates.before
  for await (const matching of readMatching(ctx, candidates.segments, matches)) {
    rows.push(...matching.slice(skip, skip + limit - rows.length))
    skip = Math.max(0, skip - matching.length)
    if (rows.length === limit) break
  }
  return rows
}

/** Up to this many entries of a project are counted one by one. With more, they are rolled up first. */
const maxPending = 4 * blockLength

/** What is known of a project until it gets a call, or its oldest entry becomes too old. */
interface KnownSegments {
  readonly state: UsageState
  readonly since: number
  readonly segments: readonly UsageSegment[]
}

/** About 5 MB: those of 20,000 projects, or of a hundred million calls. */
const maxSegments = 50_000

export const createUsageMemory = (): UsageMemory => ({
  segments: new LRUCache({
    maxSize: maxSegments,
    sizeCalculation: ({ segments }) => 1 + segments.length,
  }),
  packs: createPackMemory(),
  searches: createSearchMemory(),
})

const isCurrent = (
  { state: before, since: start, segments }: KnownSegments,
  state: UsageState,
  since: number,
) =>
  before.sequence === state.sequence &&
  before.start === state.start &&
  before.blocks === state.blocks &&
  before.generation === state.generation &&
  start <= since &&
  segments.every(({ firstAt }) => firstAt >= since)

/** The segments of projects' usage from `since` on that have entries. */
export async function countUsageSegments(
  ctx: DbContext<'engine' | 'groupCommit'>,
  { states: readStates, since }: Pick<UsageQuery, 'states' | 'since'>,
  memory: UsageMemory,
): Promise<UsageSegment[]> {
  const states = await readCurrentStates(ctx, readStates)
  const known = states.map((state) => {
    const of = memory.segments.get(state.projectId)
    return of && isCurrent(of, state, since) ? of.segments : undefined
  })
  const changed = states.filter((_, index) => !known[index])
  const counted = Map.groupBy(
    await countSegments(ctx, changed, since, memory.packs),
    ({ projectId }) => projectId,
  )
  for (const state of changed) {
    const segments = counted.get(state.projectId) ?? []
    memory.segments.set(state.projectId, { state, since, segments })
  }
  return states.flatMap(({ projectId }, index) => known[index] ?? counted.get(projectId) ?? [])
}

async function countSegments(
  ctx: DbContext<'engine'>,
  states: readonly UsageState[],
  since: number,
  memory: PackMemory,
): Promise<UsageSegment[]> {
  const rolledUp = await rolledUpSegments(ctx, states, since)
  const [whole, begun] = [
    rolledUp.filter(({ firstAt }) => firstAt >= since),
    rolledUp.filter(({ firstAt }) => firstAt < since),
  ]
  const ranges = [...begun, ...states.flatMap(restOf)]
  const packs = await packsOfRanges(memory, ranges, since, (missing) => readPacks(ctx, missing))
  const counted = ranges.flatMap((range, index) => {
    const of = packs[index]
    const count = of && countPacks(of, since)
    return count && count.entries > 0 ? { ...range, ...count, packs: of } : []
  })
  return [...whole, ...counted]
}

/** Rolls up first what is too far ahead of the marks. */
async function readCurrentStates(
  ctx: DbContext<'engine' | 'groupCommit'>,
  readStates: ReadStates,
): Promise<UsageState[]> {
  const states = await readStates()
  const behind = states.filter(({ sequence, blocks }) => sequence - blocks * blockLength > maxPending)
  if (behind.length === 0) return states
  for (const { projectId } of behind) await advanceUsageRollups(ctx, projectId)
  return await readStates()
}

function restOf({ projectId, sequence, blocks, start, generation }: UsageState): UsageSequenceRange[] {
  const after = Math.max(blocks * blockLength, start)
  return sequence > after ? [{ projectId, after, upTo: sequence, generation }] : []
}
