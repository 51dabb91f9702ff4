import type { ActivityTimeRange, projectActivityCategories } from '@envhold/contract/activity/activity.ts'

export const defaultRange: ActivityTimeRange = '30d'
const ranges = ['24h', '7d', '90d', '1y', 'all'] as const satisfies readonly ActivityTimeRange[]
const filters = ['all', 'security'] as const
// Each page reads addresses: without the schemas of the contract.
type Kind = Exclude<(typeof projectActivityCategories)[number], 'changes'>
const kinds: Readonly<Record<Kind, Kind>> = {
  all: 'all',
  project_changes: 'project_changes',
  team_changes: 'team_changes',
  security_events: 'security_events',
}
const oneOf = <T>(values: readonly T[], value: unknown) => values.find((candidate) => candidate === value)
const maxSearchLength = 200

/** What the log of a project shows; defaults are omitted. */
export interface LogSearch {
  range?: ActivityTimeRange
  q?: string
  /** None for changes. */
  kind?: Kind
}

/** Parses the search parameters of a project's log and drops invalid ones. */
export function logSearch(search: Record<string, unknown>): LogSearch {
  const q = wordsOf(search.q)
  const range = oneOf(ranges, search.range)
  const kind = oneOf(Object.values(kinds), search.kind)
  return { ...(range && { range }), ...(q && { q }), ...(kind && { kind }) }
}

/** The search parameters of the activity page; defaults are omitted. */
export interface ActivitySearch {
  tab?: 'usage'
  range?: ActivityTimeRange
  q?: string
  /** None for changes. */
  filter?: (typeof filters)[number]
  usagePage?: number
}
export type SearchChange = Partial<Record<keyof ActivitySearch, string | number>>
export interface HistoryOptions {
  readonly replace: true
}
export type ChangeSearch = (change: SearchChange, options?: HistoryOptions) => void
export type ShowSearch = (search: ActivitySearch, options?: HistoryOptions) => void

const wordsOf = (q: unknown) =>
  typeof q === 'string' || typeof q === 'number' ? String(q).trim().slice(0, maxSearchLength) : ''

const laterPage = (page: unknown) => {
  const number = Number(page)
  return Number.isSafeInteger(number) && number > 1 && number <= 1_000_000 ? number : undefined
}

/** Parses search parameters and drops invalid ones. */
export function activitySearch(search: Record<string, unknown>): ActivitySearch {
  const q = wordsOf(search.q)
  const range = oneOf(ranges, search.range)
  const filter = oneOf(filters, search.filter)
  const usagePage = laterPage(search.usagePage)
  return {
    ...(search.tab === 'usage' && { tab: 'usage' }),
    ...(range && { range }),
    ...(q && { q }),
    ...(filter && { filter }),
    ...(usagePage && { usagePage }),
  }
}
