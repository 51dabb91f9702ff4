import { useLayoutEffect, useMemo, useState } from 'react'
import { flatRows, foldRows } from '../arrangement/fold-keys.ts'
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
