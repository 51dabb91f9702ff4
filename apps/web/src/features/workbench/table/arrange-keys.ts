import { type ComparisonSummary, comparisonKinds } from '../comparison/comparison.ts'
import type { KeyChanges } from '../data/key-changes.ts'
import type { KeySort } from '../store/arrangement.ts'

/** What is known of the keys of an environment besides their values. */
export interface KeyFacts {
  /** Undefined until it is read. */
  readonly changes: KeyChanges | undefined
  readonly signs: ReadonlyMap<string, ComparisonSummary>
  /** Keys that are overdue, or due within a week. */
  readonly nearlyDue: ReadonlySet<string>
}

export const keyFilters = ['to-check', 'missing', 'changed'] as const
export type KeyFilter = (typeof keyFilters)[number]

const weekMs = 7 * 86_400_000

export function matchesFilter(filter: KeyFilter, key: string, facts: KeyFacts, now: number): boolean {
  const { changes, signs, nearlyDue } = facts
  switch (filter) {
    case 'to-check':
      return signs.get(key)?.kind === 'same-secret' || nearlyDue.has(key)
    case 'missing':
      return signs.get(key)?.isMissing === true
    case 'changed': {
      const change = changes?.byKey.get(key)
      return change !== undefined && now - Date.parse(change.at) < weekMs
    }
  }
}

/** How many keys each filter shows. */
export function countFilters(
  keys: readonly string[],
  facts: KeyFacts,
  now: number,
): Record<KeyFilter, number> {
  const count = (filter: KeyFilter) => keys.filter((key) => matchesFilter(filter, key, facts, now)).length
  return { 'to-check': count('to-check'), missing: count('missing'), changed: count('changed') }
}

const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/**
 * Sorts by key ascending, by change with the newest first, or by sign with the weightiest first; `isReversed` turns
 * that round. Keys without the fact come last either way, and equal ones are in the order of their keys.
 */
export function sortKeys(
  keys: readonly string[],
  { by, isReversed }: KeySort,
  { changes, signs }: KeyFacts,
): string[] {
  const sorted = [...keys].sort()
  if (by === 'key') return isReversed ? sorted.reverse() : sorted
  const rank =
    by === 'changed'
      ? (key: string) => changes?.byKey.get(key)?.at
      : (key: string) => {
          const kind = signs.get(key)?.kind
          // The smallest rank comes last, as the oldest time does.
          return kind && String(comparisonKinds.length - comparisonKinds.indexOf(kind))
        }
  return sorted.sort((a, b) => {
    const [left, right] = [rank(a), rank(b)]
    if (left === undefined || right === undefined)
      return Number(left === undefined) - Number(right === undefined)
    return isReversed ? compareText(left, right) : compareText(right, left)
  })
}
