import type { KeptPage } from './paged-query.ts'

/** The top of a list as it is shown. */
export interface ShownTop<T> {
  readonly kept: KeptPage<T>
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
  fresh: KeptPage<T>,
  isReading: boolean,
): ShownTop<T> {
  if (!before || before.kept.list !== fresh.list) return { kept: fresh, newSince: Number.POSITIVE_INFINITY }
  if (isReading || before.kept === fresh) return before
  const isNewer = countNewer(before.kept.entries, fresh.entries) > 0
  return { kept: fresh, newSince: isNewer ? newestOf(before.kept.entries) : before.newSince }
}
