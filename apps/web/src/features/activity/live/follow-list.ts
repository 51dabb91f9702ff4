import type { CachedPage } from './paged-query.ts'

/** The newest entry that is shown. */
export interface ShownTop<T> {
  readonly page: CachedPage<T>
  /** Newer entries arrived while the page was open. */
  readonly newSince: number
}

interface Entry {
  readonly id: number
}

const newestOf = (entries: readonly Entry[]) => entries[0]?.id ?? 0

/** How many of these entries are newer than those shown. */
export const countNewer = (shown: readonly Entry[], fresh: readonly Entry[]): number => {
  const newest = newestOf(shown)
  return fresh.filter(({ id }) => id > newest).length
}

/** What to show once `fresh` has arrived: unchanged while the user reads further down in the same list. */
export function followList<T extends Entry>(
  before: ShownTop<T> | undefined,
  fresh: CachedPage<T>,
  isReading: boolean,
): ShownTop<T> {
  if (!before || before.page.list !== fresh.list) return { page: fresh, newSince: Number.POSITIVE_INFINITY }
  if (isReading || before.page === fresh) return before
  const isNewer = countNewer(before.page.entries, fresh.entries) > 0
  return { page: fresh, newSince: isNewer ? newestOf(before.page.entries) : before.newSince }
}
