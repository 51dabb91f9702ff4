import { startTransition, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { flatRows, foldRows } from '../arrangement/fold-keys.ts'
import { type Column, compareKeys, type KeyRow } from '../comparison/key-rows.ts'
import { runInSlices } from '../comparison/run-in-slices.ts'
import { localDay } from '../data/due-state.ts'
import { useWorkbench, useWorkbenchStore } from '../store/workbench-store.ts'

/** Makes the rows of keys, with those of prefixes while nothing but the order of keys counts. */
export function useLines(keysNow: readonly string[], isFoldable: boolean): void {
  const { update } = useWorkbenchStore()
  const sorted = useSameList(keysNow)
  const folded = useWorkbench(({ arrangement }) => arrangement.folded)
  const lines = useMemo(
    () => (isFoldable ? foldRows(sorted, new Set(folded)) : flatRows(sorted)),
    [sorted, isFoldable, folded],
  )
  const keys = useMemo(
    () => lines.flatMap((line) => (line.kind === 'key' ? [line.key] : line.isFolded ? line.keys : [])),
    [lines],
  )
  useLayoutEffect(() => update({ lines, keys }), [update, lines, keys])
}

/** The list of before while it has the same keys: then an edit of a value makes and draws no row again. */
function useSameList(keys: readonly string[]): readonly string[] {
  const [latest, setLatest] = useState(keys)
  if (latest.length === keys.length && latest.every((key, at) => key === keys[at])) return latest
  setLatest(keys)
  return keys
}

interface ComparedRows {
  readonly rows: readonly KeyRow[]
  /** They compare at least one environment that was read. */
  readonly anyRead: boolean
}

/** A comparison; `hasNews` if more has arrived since it began. */
interface Run {
  stop: () => void
  isRunning: boolean
  hasNews: boolean
}

/**
 * The rows of several environments, compared outside of rendering. An edit shows in the same frame. While `isLoading`,
 * what arrives during a comparison is compared after it, so that many environments take few comparisons.
 */
export function useComparedRows(
  columns: readonly Column[],
  added: ReadonlySet<string>,
  isLoading: boolean,
): ComparedRows {
  const [compared, setCompared] = useState<ComparedRows>({ rows: [], anyRead: false })
  const latest = useRef<Run>({ stop: () => {}, isRunning: false, hasNews: false })
  const compare = useEffectEvent(() => {
    const run = { stop: () => {}, isRunning: true, hasNews: false }
    latest.current = run
    run.stop = runInSlices(
      compareKeys(columns, added, { before: compared.rows, today: localDay(new Date()) }),
      (rows, atOnce) => {
        run.isRunning = false
        const next = { rows, anyRead: columns.some(({ variables }) => variables) }
        if (atOnce) setCompared(next)
        else startTransition(() => setCompared(next))
        // After what was compared is drawn.
        const timer = run.hasNews ? setTimeout(() => compare()) : undefined
        run.stop = () => clearTimeout(timer)
      },
    )
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: they are what is compared.
  useLayoutEffect(() => {
    const run = latest.current
    run.hasNews = true
    if (isLoading && run.isRunning) return
    run.stop()
    compare()
  }, [columns, added, isLoading])
  useEffect(() => () => latest.current.stop(), [])
  return compared
}
