import { useDeferredValue, useMemo, useState } from 'react'
import type { Column, Filter } from './key-rows.ts'
import { countRows, filterRows } from './key-rows.ts'
import { useComparedRows } from './use-compared-rows.ts'

interface Options {
  /** More environments are about to arrive. */
  isLoading: boolean
  /** Keys that differ are shown first, if there are any. */
  startsWithDiffering: boolean
  /** The initial search. */
  find: string | undefined
}

/** All rows of the grid, and those that match filter and search. */
export function useKeyRows(columns: readonly Column[], { isLoading, startsWithDiffering, find }: Options) {
  const [chosen, setFilter] = useState<Filter>()
  const [typed, setTyped] = useState(find ?? '')
  const [added, setAdded] = useState<ReadonlySet<string>>(new Set())
  const search = useDeferredValue(typed.trim())
  const { rows: all, anyRead: isCompared } = useComparedRows(columns, added, isLoading)
  const counts = useMemo(() => countRows(all), [all])
  const startsDiffering = startsWithDiffering && typed === '' && counts.differing > 0
  const filter = chosen ?? (startsDiffering ? 'differing' : 'all')
  const rows = useMemo(() => filterRows(all, { filter, search, added }), [all, filter, search, added])
  return {
    all,
    isCompared,
    rows,
    counts,
    filter,
    setFilter,
    typed,
    setTyped,
    search,
    /** Adds a row for a new key, and clears a search that would hide it. */
    add: (key: string) => {
      setAdded(new Set(added).add(key))
      setTyped('')
    },
    clear: () => {
      setFilter('all')
      setTyped('')
    },
  }
}
