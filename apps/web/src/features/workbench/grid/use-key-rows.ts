import { startTransition, useDeferredValue, useEffectEvent, useLayoutEffect, useMemo, useState } from 'react'
import {
  type Column,
  compareKeys,
  countRows,
  type Filter,
  filterRows,
  type KeyRow,
} from '../comparison/key-rows.ts'
import { runInSlices } from '../comparison/run-in-slices.ts'
import { localDay } from '../data/due-state.ts'

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

/** Environments that arrive within this time are compared together. */
const collectMs = 120

interface ComparedRows {
  readonly rows: readonly KeyRow[]
  /** They compare at least one environment that was read. */
  readonly anyRead: boolean
}

/**
 * The rows of the grid, compared outside of rendering. `isLoading`: more environments are about to arrive, so they are
 * compared a little later; edits of few environments show in the same frame.
 */
function useComparedRows(
  columns: readonly Column[],
  added: ReadonlySet<string>,
  isLoading: boolean,
): ComparedRows {
  const [compared, setCompared] = useState<ComparedRows>({ rows: [], anyRead: false })
  const compare = useEffectEvent(() =>
    runInSlices(
      compareKeys(columns, added, { before: compared.rows, today: localDay(new Date()) }),
      (rows, atOnce) => {
        const next = { rows, anyRead: columns.some(({ variables }) => variables) }
        if (atOnce) setCompared(next)
        else startTransition(() => setCompared(next))
      },
    ),
  )
  // Values are not retained once the vault is locked.
  const isCollecting = isLoading && columns.some(({ variables }) => variables)
  useLayoutEffect(() => {
    if (!isCollecting) return
    let stop = () => {}
    const timer = setInterval(() => {
      stop()
      stop = compare()
    }, collectMs)
    return () => {
      clearInterval(timer)
      stop()
    }
  }, [isCollecting])
  // biome-ignore lint/correctness/useExhaustiveDependencies: they are what is compared.
  useLayoutEffect(() => (isCollecting ? undefined : compare()), [columns, added, isCollecting])
  return compared
}
