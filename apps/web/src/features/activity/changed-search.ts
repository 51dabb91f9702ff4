import { type ActivitySearch, activitySearch } from './activity-search.ts'

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
