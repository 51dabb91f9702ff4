import { hash } from 'node:crypto'
import type { DbContext } from '../../context.ts'
import { pauseWork } from '../../db/charged-work.ts'
import type { RecordedUsage } from '../audit-log/recorded-usage.ts'
import { contains, type SearchMemory } from './search-terms.ts'
import { readSegments } from './usage-list-store.ts'
import type { SegmentCount, UsageSegment } from './usage-segment.ts'

/** What a search word matches besides the fields of a call. */
export interface UsageWord {
  readonly word: string
  readonly projectIds: readonly number[]
  readonly keyIds: readonly string[]
}

/** Whether a call contains all words. Most texts repeat from call to call, so each is searched once. */
export function usageMatcher(words: readonly UsageWord[]): (entry: RecordedUsage) => boolean {
  const matchers = words.map(({ word, projectIds, keyIds }) => {
    const [projects, keys] = [new Set(projectIds), new Set(keyIds)]
    const searched = new Map<string, boolean>()
    const isIn = (text: string) => {
      const known = searched.get(text)
      if (known !== undefined) return known
      if (searched.size >= maxTexts) searched.clear()
      const isMatch = contains(word, text)
      searched.set(text, isMatch)
      return isMatch
    }
    const status = /^[1-5]\d\d$/.test(word) ? Number(word) : undefined
    return (entry: RecordedUsage) =>
      projects.has(entry.projectId) ||
      keys.has(entry.keyId) ||
      entry.status === status ||
      isIn(entry.method) ||
      isIn(entry.endpoint) ||
      isIn(entry.environmentName) ||
      isIn(entry.ip)
  })
  return (entry) => matchers.every((matches) => matches(entry))
}

const maxTexts = 1_000

/** Counts per segment. */
export type UsageSearchMemory = SearchMemory<SegmentCount>

const maxSegments = 20_000

/** Everything on which a segment's entries in a list depend. */
const nameOf = ({ projectId, after, upTo, generation, entries, firstAt }: UsageSegment) =>
  [projectId, after, upTo, generation, entries, firstAt].join('/')

/** How many entries are searched at once: SQLite blocks the process meanwhile, PostgreSQL does not. */
const searchedAtOnce = { sqlite: 2_048, postgres: 16_384 } as const

/** Counts the entries of segments that contain the words. Segments without any are left out. */
export async function countMatches(
  ctx: DbContext<'engine'>,
  segments: readonly UsageSegment[],
  words: readonly UsageWord[],
  memory: UsageSearchMemory,
): Promise<UsageSegment[]> {
  const remembered = memory.memo(hash('sha256', JSON.stringify(words), 'base64url'))
  const matches = usageMatcher(words)
  const unknown = segments.filter((segment) => !remembered.has(nameOf(segment)))
  const counts = new Map<UsageSegment, SegmentCount>()
  for (const group of groupsOf(unknown, searchedAtOnce[ctx.engine])) {
    const entries = await readSegments(ctx, group)
    for (const [index, segment] of group.entries())
      counts.set(segment, countOf((entries[index] ?? []).filter(matches)))
    await pauseWork()
  }
  const counted = segments.flatMap((segment) => {
    const count = counts.get(segment) ?? remembered.get(nameOf(segment))
    return count && count.entries > 0 ? { ...segment, ...count } : []
  })
  for (const [segment, count] of counts) {
    if (remembered.size >= maxSegments) remembered.clear()
    remembered.set(nameOf(segment), count)
  }
  return counted
}

function countOf(entries: readonly RecordedUsage[]): SegmentCount {
  let [firstAt, lastAt] = [Number.POSITIVE_INFINITY, 0]
  for (const { at } of entries) [firstAt, lastAt] = [Math.min(firstAt, at), Math.max(lastAt, at)]
  return { entries: entries.length, firstAt, lastAt }
}

function* groupsOf(segments: readonly UsageSegment[], maxEntries: number): Generator<UsageSegment[]> {
  let group: UsageSegment[] = []
  let entries = 0
  for (const segment of segments) {
    if (group.length > 0 && entries + segment.entries > maxEntries) {
      yield group
      group = []
      entries = 0
    }
    group.push(segment)
    entries += segment.entries
  }
  if (group.length > 0) yield group
}
