import type { ActivityTimeRange } from '@envhold/contract/activity.ts'

const ranges = ['24h', '7d', '30d', '90d'] as const satisfies readonly ActivityTimeRange[]
const isRange = (range: unknown): range is ActivityTimeRange => ranges.some((each) => each === range)
export const defaultRange: ActivityTimeRange = '30d'
const maxSearchLength = 200

/** The search parameters of the activity page; defaults are omitted. Each tab has its own page number. */
export interface ActivitySearch {
  tab?: 'usage'
  range?: ActivityTimeRange
  q?: string
  filter?: 'security'
  page?: number
  usagePage?: number
}

const wordsOf = (q: unknown) =>
  typeof q === 'string' || typeof q === 'number' ? String(q).trim().slice(0, maxSearchLength) : ''

const laterPage = (page: unknown) => {
  const number = Number(page)
  return Number.isSafeInteger(number) && number > 1 && number <= 1_000_000 ? number : undefined
}

/** Parses search parameters and drops invalid ones. */
export function activitySearch(given: Record<string, unknown>): ActivitySearch {
  const q = wordsOf(given.q)
  const page = laterPage(given.page)
  const usagePage = laterPage(given.usagePage)
  return {
    ...(given.tab === 'usage' && { tab: 'usage' }),
    ...(isRange(given.range) && given.range !== defaultRange && { range: given.range }),
    ...(q && { q }),
    ...(given.filter === 'security' && { filter: 'security' }),
    ...(page && { page }),
    ...(usagePage && { usagePage }),
  }
}

type Change = Partial<Record<keyof ActivitySearch, string | number>>
export type ChangeSearch = (change: Change) => void

/** The search parameters after a change. A new filter starts at the first page. */
export function changedSearch(before: ActivitySearch, change: Change): ActivitySearch {
  const startsOver = 'range' in change || 'q' in change
  return activitySearch({
    ...before,
    ...((startsOver || 'filter' in change) && { page: 1 }),
    ...(startsOver && { usagePage: 1 }),
    ...change,
  })
}
