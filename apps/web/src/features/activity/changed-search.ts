import { type ActivitySearch, activitySearch, type SearchChange } from './activity-search.ts'

/** The search parameters after a change. A new filter starts at the first page. */
export function changedSearch(before: ActivitySearch, change: SearchChange): ActivitySearch {
  const startsOver = 'range' in change || 'q' in change
  return activitySearch({
    ...before,
    ...((startsOver || 'filter' in change) && { page: 1 }),
    ...(startsOver && { usagePage: 1 }),
    ...change,
  })
}
