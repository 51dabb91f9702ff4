import type { Difference } from '@envhold/formats/difference.ts'
import { difference } from '@envhold/formats/difference.ts'
import type { Variables } from '@envhold/formats/variables.ts'
import { type Edits, storedValue } from './edits.ts'

export interface Rebased {
  /** What somebody else did meanwhile; null where it is not known any more. */
  readonly theirs: Difference | null
  /** Keys that both changed, each to something else. */
  readonly conflicts: readonly string[]
  /** The edits that still change something. */
  readonly edits: Edits
}

/**
 * Puts edits that were made against `base` on top of what stands there `now`. Without the base, which the history may
 * have given up, every edit counts as one that somebody else made, too.
 */
export function rebaseEdits(edits: Edits, base: Variables | null, now: Variables): Rebased {
  const left = new Map([...edits].filter(([key, value]) => storedValue(now, key) !== value))
  const theirs = base && difference(base, now)
  const touched = theirs && new Set([...theirs.added, ...theirs.changed, ...theirs.removed])
  const conflicts = [...left.keys()].filter((key) => !touched || touched.has(key)).sort()
  return { theirs, conflicts, edits: left }
}

/** The edits without those that gave way to somebody else's. */
export function withoutKeys(edits: Edits, dropped: ReadonlySet<string>): Edits {
  return new Map([...edits].filter(([key]) => !dropped.has(key)))
}
