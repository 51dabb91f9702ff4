import type { CachedPage } from './paged-query.ts'

/** The top of a list as it is shown. */
export interface ShownTop<T> {
  readonly page: CachedPage<T>
  /** What is newer than this came in while somebody looked. */
  readonly newSince: number
}

interface Entry {
  readonly id: number
}

const newestOf = (entries: readonly Entry[]) => entries[0]?.id ?? 0

/** How many of these entries came in after what is shown. */
export const countNewer = (shown: readonly Entry[], fresh: readonly Entry[]): number => {
  const newest = newestOf(shown)
  return fresh.filter(({ id }) => id > newest).length
}

/** What to show once `fresh` has come in: the same as before as long as somebody reads further down in the same list. */
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
