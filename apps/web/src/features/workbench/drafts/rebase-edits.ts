import type { Difference } from '@envhold/formats/difference.ts'
import { difference } from '@envhold/formats/difference.ts'
import type { Variables } from '@envhold/formats/variables.ts'
import { type DetailEdits, noDetailEdits, rebaseDetailEdits } from './detail-edits.ts'
import { type Edits, storedValue } from './edits.ts'

export interface Rebased {
  /** The other user's changes; null if the history no longer has them. */
  readonly theirs: Difference | null
  /** Keys that both changed, to different values. */
  readonly conflicts: readonly string[]
  /** The edits that still change something. */
  readonly edits: Edits
  readonly details: DetailEdits
}

/**
 * Rebases edits from `base` onto `now`. Without the base, which the history may have dropped, every edit counts as a
 * conflict.
 */
export function rebaseEdits(
  edits: Edits,
  base: Variables | null,
  now: Variables,
  detailEdits: DetailEdits = noDetailEdits,
): Rebased {
  const left = new Map([...edits].filter(([key, value]) => storedValue(now, key) !== value))
  const theirs = base && difference(base, now)
  const touched = theirs && new Set([...theirs.added, ...theirs.changed, ...theirs.removed])
  const values = [...left.keys()].filter((key) => !touched || touched.has(key))
  const { details, ...again } = rebaseDetailEdits(detailEdits, edits, base, now)
  const conflicts = [...new Set([...values, ...again.conflicts])].sort()
  return { theirs, conflicts, edits: new Map([...left, ...again.edits]), details }
}

/** The edits without those that the user dropped in favour of the other user's. */
export function withoutKeys<Edit>(
  edits: ReadonlyMap<string, Edit>,
  dropped: ReadonlySet<string>,
): ReadonlyMap<string, Edit> {
  return new Map([...edits].filter(([key]) => !dropped.has(key)))
}
