import { useDeferredValue, useMemo, useState } from 'react'
import type { Column, Filter } from './key-rows.ts'
import { countRows, filterRows, keyRows } from './key-rows.ts'

/** The rows of the grid: those of every key, and those that filter and search leave. */
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
    /** A key that no environment holds yet gets a row, whatever was searched for. */
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
