import type { ActivityTimeRange } from '@envhold/contract/activity/activity.ts'

export const defaultRange: ActivityTimeRange = '30d'
const ranges = ['24h', '7d', '90d'] as const satisfies readonly ActivityTimeRange[]
const filters = ['all', 'security'] as const
const oneOf = <T>(values: readonly T[], value: unknown) => values.find((candidate) => candidate === value)
const maxSearchLength = 200

/** The search parameters of the activity page; defaults are omitted. Each tab has its own page number. */
export interface ActivitySearch {
  tab?: 'usage'
  range?: ActivityTimeRange
  q?: string
  /** None for changes. */
  filter?: (typeof filters)[number]
  page?: number
  usagePage?: number
}
export type SearchChange = Partial<Record<keyof ActivitySearch, string | number>>
export type ChangeSearch = (change: SearchChange) => void

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
  const page = laterPage(search.page)
  const usagePage = laterPage(search.usagePage)
  return {
    ...(search.tab === 'usage' && { tab: 'usage' }),
    ...(range && { range }),
    ...(q && { q }),
    ...(filter && { filter }),
    ...(page && { page }),
    ...(usagePage && { usagePage }),
  }
}
