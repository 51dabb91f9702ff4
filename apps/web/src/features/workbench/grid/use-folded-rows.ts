import { useMemo, useState } from 'react'
import type { KeyRow } from '../comparison/key-rows.ts'
import type { ArrangementStore } from '../store/arrangement.ts'
import { flatRows, foldRows, type KeyOrPrefix, prefixesOf, toggledFold } from '../store/fold-keys.ts'

interface Options {
  /** All keys are shown: a search or filter shows what it found. */
  readonly isFoldable: boolean
  /** Shared with the table. Without it, what is folded is forgotten with the grid. */
  readonly store: ArrangementStore | undefined
}

/** The rows of the grid with those of prefixes, whose keys can be folded away. */
export function useFoldedRows(found: readonly KeyRow[], { isFoldable, store }: Options) {
  const [folded, setFolded] = useState<ReadonlySet<string>>(() => new Set(store?.read().folded))
  const lines = useMemo(() => {
    const keys = found.map(({ key }) => key)
    return isFoldable ? foldRows(keys, folded) : flatRows(keys)
  }, [found, isFoldable, folded])
  const byKey = useMemo(() => new Map(found.map((row) => [row.key, row])), [found])
  const rows = useMemo(
    () => lines.map((line) => (line.kind === 'key' ? byKey.get(line.key) : undefined)),
    [lines, byKey],
  )
  const save = (next: ReadonlySet<string>) => {
    setFolded(next)
    store?.save({ ...store.read(), folded: [...next] })
  }
  return {
    lines,
    rows,
    byKey,
    /** Folds a prefix or unfolds it; with `withAll`, all of them likewise. */
    toggle: (prefix: string, withAll: boolean) =>
      save(toggledFold(folded, prefix, withAll ? prefixesOf(lines) : [])),
    /** Unfolds the prefix of a key, so that it has a row. */
    unfold: (key: string) => {
      if (folded.size > 0) save(new Set([...folded].filter((prefix) => !key.startsWith(prefix))))
    },
  }
}

export type FoldedRows = ReturnType<typeof useFoldedRows>

/** The first row that has cells; -1 without any. */
export const firstKeyRow = (lines: readonly KeyOrPrefix[]) => nearestKeyRow(lines, 0, 0)

/** The row nearest to `to` that has cells, in the direction from `from` if there is one; -1 without any. */
export function nearestKeyRow(lines: readonly KeyOrPrefix[], from: number, to: number): number {
  const step = to < from ? -1 : 1
  const isKey = (at: number) => lines[at]?.kind === 'key'
  for (let at = to; at >= 0 && at < lines.length; at += step) if (isKey(at)) return at
  for (let at = to - step; at >= 0 && at < lines.length; at -= step) if (isKey(at)) return at
  return -1
}
