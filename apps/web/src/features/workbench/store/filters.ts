import type { Variable, Variables } from '@envhold/formats/variables.ts'
import type { KeySort } from '../arrangement/arrangement.ts'
import { type ComparisonSummary, comparisonKinds, type ReadEnvironment } from '../comparison/comparison.ts'
import type { Cell, KeyRow } from '../comparison/key-rows.ts'
import { type KeyChanges, weekMs } from '../data/variable-queries.ts'

/** What is known of the keys of an environment besides their values. */
export interface KeyFacts {
  /** Undefined until it is read. */
  readonly changes: KeyChanges | undefined
  /** Undefined until the other environments are compared. */
  readonly comparisons: ReadonlyMap<string, ComparisonSummary> | undefined
  /** Keys that are overdue, or due within a week. */
  readonly nearlyDue: ReadonlySet<string>
}

/** Which keys are shown. The sides are those of a comparison, and the week is that of one environment. */
export type Filter = 'all' | 'to-check' | 'differing' | 'missing' | 'changed' | 'only-left' | 'only-right'
/** The filters that are offered, with the number of keys that each shows; undefined until it is known. */
export type FilterCounts = Partial<Readonly<Record<Filter, number | undefined>>>

export function matchesKey(filter: Filter, key: string, facts: KeyFacts, now: number): boolean {
  const comparison = facts.comparisons?.get(key)
  switch (filter) {
    case 'to-check':
      return comparison?.kind === 'same-secret' || facts.nearlyDue.has(key)
    case 'differing':
      return comparison?.isDifferent === true
    case 'missing':
      return comparison?.isMissing === true
    case 'changed': {
      const change = facts.changes?.byKey.get(key)
      return change !== undefined && now - Date.parse(change.at) < weekMs
    }
    default:
      return true
  }
}

const isThere = (cell: Cell | undefined) => cell?.value !== undefined
const isMissing = (cell: Cell | undefined) => cell?.state === 'missing'

/** Of two environments, a key that one of them lacks differs, too. */
export function matchesRow(filter: Filter, { cells, ...row }: KeyRow, isPair: boolean): boolean {
  const [left, right] = cells
  switch (filter) {
    case 'to-check':
      return row.isToCheck
    case 'differing':
      return row.differs || (isPair && row.isMissingSomewhere)
    case 'missing':
      return row.isMissingSomewhere
    case 'only-left':
      return isThere(left) && isMissing(right)
    case 'only-right':
      return isThere(right) && isMissing(left)
    default:
      return true
  }
}

interface Narrowing {
  readonly filter: Filter
  readonly search: string
  readonly added: ReadonlySet<string>
  readonly isPair: boolean
}

/** Rows with unsaved edits stay visible whatever the filter, so that they do not disappear during editing. */
export function filterRows(rows: readonly KeyRow[], { filter, search, added, isPair }: Narrowing): KeyRow[] {
  const query = search.trim().toLowerCase()
  return rows.filter(
    (row) =>
      (matchesRow(filter, row, isPair) || row.unsaved || added.has(row.key)) &&
      row.key.toLowerCase().includes(query),
  )
}

/** Filters whose counts are not known yet. */
export const uncounted = (filters: readonly Filter[]): FilterCounts =>
  Object.fromEntries(filters.map((filter) => [filter, undefined]))

/** Whether the facts that a filter goes by are known. */
export const isCountable = (filter: Filter, { changes, comparisons }: KeyFacts): boolean =>
  (filter === 'changed' ? changes : comparisons) !== undefined

/** How many of `all` each filter shows. */
export function countFilters<T>(
  filters: readonly Filter[],
  all: readonly T[],
  matches: (filter: Filter, one: T) => boolean,
): FilterCounts {
  return Object.fromEntries(
    filters.map((filter) => [filter, all.filter((one) => matches(filter, one)).length]),
  )
}

const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/**
 * Sorts by key ascending, by change with the newest first, or by comparison with the weightiest first; `isReversed`
 * turns that round. Keys without the fact come last either way, and equal ones are in the order of their keys.
 */
export function sortKeys(
  keys: readonly string[],
  { by, isReversed }: KeySort,
  { changes, comparisons }: KeyFacts,
): string[] {
  const sorted = [...keys].sort()
  if (by === 'key') return isReversed ? sorted.reverse() : sorted
  const rank =
    by === 'changed'
      ? (key: string) => changes?.byKey.get(key)?.at
      : (key: string) => {
          const kind = comparisons?.get(key)?.kind
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

/** Whether a key or its note contains what is searched for, in lower case. */
export const isFound = (key: string, variable: Variable | undefined, query: string): boolean =>
  key.toLowerCase().includes(query) || (variable?.note ?? '').toLowerCase().includes(query)

/**
 * Keys of other environments that match a search and are missing in this one, sorted: with the names of the
 * environments that have them, and the first note that one of them has.
 */
export function findMissingKeys(search: string, variables: Variables, others: readonly ReadEnvironment[]) {
  const query = search.toLowerCase()
  if (query === '') return []
  const found = others.flatMap(({ name, variables: its }) =>
    [...its].flatMap(([key, variable]) =>
      variables.has(key) || !isFound(key, variable, query) ? [] : [{ key, name, note: variable.note }],
    ),
  )
  return [...Map.groupBy(found, ({ key }) => key)]
    .map(([key, all]) => ({
      key,
      environments: all.map(({ name }) => name),
      note: all.find(({ note }) => note !== undefined)?.note,
    }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
}
