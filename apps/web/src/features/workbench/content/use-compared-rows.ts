import { startTransition, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { type Column, compareKeys, type KeyRow } from '../comparison/key-rows.ts'
import { runInSlices } from '../comparison/run-in-slices.ts'
import { localDay } from '../data/due-state.ts'

/** Environments that arrive within this time are compared together. */
const collectMs = 120

interface ComparedRows {
  readonly rows: readonly KeyRow[]
  /** They compare at least one environment that was read. */
  readonly anyRead: boolean
}

/**
 * The rows of several environments, compared outside of rendering. `isLoading`: more environments are about to arrive,
 * so they are compared a little later; edits of few environments show in the same frame.
 */
export function useComparedRows(
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
  /** Something has arrived or was edited since the last comparison. */
  const hasNews = useRef(false)
  useLayoutEffect(() => {
    if (!isCollecting) return
    let stop = () => {}
    const timer = setInterval(() => {
      if (!hasNews.current) return
      hasNews.current = false
      stop()
      stop = compare()
    }, collectMs)
    return () => {
      clearInterval(timer)
      stop()
    }
  }, [isCollecting])
  // biome-ignore lint/correctness/useExhaustiveDependencies: they are what is compared.
  useLayoutEffect(() => {
    if (!isCollecting) return compare()
    hasNews.current = true
    return undefined
  }, [columns, added, isCollecting])
  return compared
}
