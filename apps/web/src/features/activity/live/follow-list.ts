import type { CachedPage } from './paged-query.ts'

type Id = number | string

/** The top of a list as it is shown. */
export interface ShownTop<T> {
  readonly page: CachedPage<T>
  /** The entries that arrived while the page was open. */
  readonly newIds: ReadonlySet<Id>
}

/** Ids only tell entries apart. Their order is that of the list. */
export interface Entry {
  readonly id: Id
}

/** The entries above all that are shown. */
export function newerEntries<T extends Entry>(shown: readonly Entry[], fresh: readonly T[]): readonly T[] {
  const known = new Set(shown.map(({ id }) => id))
  const first = fresh.findIndex(({ id }) => known.has(id))
  return first < 0 ? fresh : fresh.slice(0, first)
}

/** What to show once `fresh` has arrived: unchanged while the user reads further down in the same list. */
export function followList<T extends Entry>(
  before: ShownTop<T> | undefined,
  fresh: CachedPage<T>,
  isReading: boolean,
): ShownTop<T> {
  if (!before || before.page.list !== fresh.list) return { page: fresh, newIds: new Set() }
  if (isReading || before.page === fresh) return before
  const newer = newerEntries(before.page.entries, fresh.entries)
  return { page: fresh, newIds: newer.length > 0 ? new Set(newer.map(({ id }) => id)) : before.newIds }
}
