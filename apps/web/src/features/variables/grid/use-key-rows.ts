import { useDeferredValue, useMemo, useState } from 'react'
import type { Column, Filter } from './key-rows.ts'
import { countRows, filterRows, keyRows } from './key-rows.ts'

/** All rows of the grid, and those that match filter and search. */
export function useKeyRows(columns: readonly Column[], find: string | undefined) {
  const [filter, setFilter] = useState<Filter>('all')
  const [typed, setTyped] = useState(find ?? '')
  const [added, setAdded] = useState<ReadonlySet<string>>(new Set())
  const search = useDeferredValue(typed.trim())
  const all = useMemo(() => keyRows(columns, added), [columns, added])
  const rows = useMemo(() => filterRows(all, { filter, search, added }), [all, filter, search, added])
  const counts = useMemo(() => countRows(all), [all])
  return {
    all,
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
