import type { Variables } from '@envhold/formats/variables.ts'
import type { RefObject } from 'react'
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import {
  type ArrangementStore,
  defaultArrangement,
  type KeySort,
  type TableArrangement,
} from '../store/arrangement.ts'
import { flatRows, foldRows, prefixesOf, rowIndexOf, toggledFold } from '../store/fold-keys.ts'
import { countFilters, type KeyFacts, type KeyFilter, matchesFilter, sortKeys } from './arrange-keys.ts'
import { isFound } from './find-missing-keys.ts'

interface Options {
  readonly table: RefObject<HTMLElement | null>
  readonly variables: Variables
  /** The search starts with this key, and its row is focused. */
  readonly find: string | undefined
  /** Which keys are shown; all of them by default. */
  readonly only: KeyFilter | undefined
  readonly facts: KeyFacts
  /** Without it, the arrangement is forgotten with the table. */
  readonly store: ArrangementStore | undefined
}

/** Which rows the table has: by search, filter, sorting and folded prefixes. */
export function useTableKeys({ table, variables, find, only, facts, store }: Options) {
  const [typed, setTyped] = useState(find ?? '')
  const search = useDeferredValue(typed.trim())
  const [arrangement, setArrangement] = useState(() => store?.read() ?? defaultArrangement)
  const { sort } = arrangement
  const folded = useMemo(() => new Set(arrangement.folded), [arrangement.folded])
  const arrange = (next: TableArrangement) => {
    setArrangement(next)
    store?.save(next)
  }

  const all = useMemo(() => [...variables.keys()], [variables])
  const counts = useMemo(() => countFilters(all, facts, Date.now()), [all, facts])
  const keys = useMemo(() => {
    const wanted = search.toLowerCase()
    const now = Date.now()
    const shown = all.filter(
      (key) => isFound(key, variables.get(key), wanted) && (!only || matchesFilter(only, key, facts, now)),
    )
    return sortKeys(shown, sort, facts)
  }, [all, variables, search, only, sort, facts])
  const isFoldable = search === '' && !only && sort.by === 'key'
  const rows = useMemo(
    () => (isFoldable ? foldRows(keys, folded) : flatRows(keys)),
    [isFoldable, keys, folded],
  )
  const setFolded = (next: ReadonlySet<string>) => arrange({ ...arrangement, folded: [...next] })

  const isFocused = useRef(false)
  useEffect(() => {
    const row = find === undefined ? -1 : rowIndexOf(rows, find)
    if (isFocused.current || row < 0) return
    // The rows render once their number is measured.
    const frame = requestAnimationFrame(() => {
      isFocused.current = true
      table.current?.querySelector<HTMLElement>(`[data-row="${row}"]`)?.focus()
    })
    return () => cancelAnimationFrame(frame)
  }, [find, rows, table])

  return {
    typed,
    setTyped,
    search,
    keys,
    rows,
    counts,
    sort,
    setSort: (next: KeySort) => arrange({ ...arrangement, sort: next }),
    /** Folds a prefix or unfolds it; with `withAll`, all of them likewise. */
    toggleFold: (prefix: string, withAll: boolean) =>
      setFolded(toggledFold(folded, prefix, withAll ? prefixesOf(rows) : [])),
    /** Unfolds the prefix of a key, so that it has a row. */
    unfold: (key: string) => {
      const row = rows[rowIndexOf(rows, key)]
      if (row?.kind !== 'prefix') return
      setFolded(new Set([...folded].filter((prefix) => prefix !== row.prefix)))
    },
  }
}

export type TableKeys = ReturnType<typeof useTableKeys>
