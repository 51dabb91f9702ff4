import { hash } from 'node:crypto'
import type { DbContext } from '../../context.ts'
import { pauseWork } from '../../db/charged-work.ts'
import type { RecordedUsage } from '../audit-log/recorded-usage.ts'
import { contains } from './search-terms.ts'
import { readPieces } from './usage-list-store.ts'
import type { PieceCount, UsageSegment } from './usage-segment.ts'

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
      const found = contains(word, text)
      searched.set(text, found)
      return found
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

/** Counts of recent searches, by search and piece. */
export type UsageSearchMemory = Map<string, Map<string, PieceCount>>

const maxSearches = 64
const maxPieces = 20_000

function rememberedCounts(memory: UsageSearchMemory, words: readonly UsageWord[]): Map<string, PieceCount> {
  const name = hash('sha256', JSON.stringify(words), 'base64url')
  const counts = memory.get(name) ?? new Map<string, PieceCount>()
  memory.delete(name)
  memory.set(name, counts)
  for (const oldest of memory.keys()) {
    if (memory.size <= maxSearches) break
    memory.delete(oldest)
  }
  return counts
}

/** Everything on which a piece's entries in a list depend. */
const nameOf = ({ projectId, after, upTo, generation, entries, firstAt }: UsageSegment) =>
  [projectId, after, upTo, generation, entries, firstAt].join('/')

/** How many entries are searched at once: SQLite blocks the process meanwhile, PostgreSQL does not. */
const searchedAtOnce = { sqlite: 2_048, postgres: 16_384 } as const

/** Counts the entries of pieces that contain the words. Pieces without any are left out. */
export async function countMatches(
  ctx: DbContext<'engine'>,
  pieces: readonly UsageSegment[],
  words: readonly UsageWord[],
  memory: UsageSearchMemory,
): Promise<UsageSegment[]> {
  const remembered = rememberedCounts(memory, words)
  const matches = usageMatcher(words)
  const unknown = pieces.filter((piece) => !remembered.has(nameOf(piece)))
  const counts = new Map<UsageSegment, PieceCount>()
  for (const group of groupsOf(unknown, searchedAtOnce[ctx.engine])) {
    const entries = await readPieces(ctx, group)
    for (const [index, piece] of group.entries())
      counts.set(piece, countOf((entries[index] ?? []).filter(matches)))
    await pauseWork()
  }
  const counted = pieces.flatMap((piece) => {
    const count = counts.get(piece) ?? remembered.get(nameOf(piece))
    return count && count.entries > 0 ? { ...piece, ...count } : []
  })
  for (const [piece, count] of counts) {
    if (remembered.size >= maxPieces) remembered.clear()
    remembered.set(nameOf(piece), count)
  }
  return counted
}

function countOf(entries: readonly RecordedUsage[]): PieceCount {
  let [firstAt, lastAt] = [Number.POSITIVE_INFINITY, 0]
  for (const { at } of entries) [firstAt, lastAt] = [Math.min(firstAt, at), Math.max(lastAt, at)]
  return { entries: entries.length, firstAt, lastAt }
}

function* groupsOf(pieces: readonly UsageSegment[], maxEntries: number): Generator<UsageSegment[]> {
  let group: UsageSegment[] = []
  let entries = 0
  for (const piece of pieces) {
    if (group.length > 0 && entries + piece.entries > maxEntries) {
      yield group
      group = []
      entries = 0
    }
    group.push(piece)
    entries += piece.entries
  }
  if (group.length > 0) yield group
}
