import { useLayoutEffect, useMemo } from 'react'
import { flatRows, foldRows } from '../arrangement/fold-keys.ts'
import { useWorkbench, useWorkbenchStore } from '../store/workbench-store.ts'

/** Makes the rows of keys, with those of prefixes while nothing but the order of keys counts. */
export function useLines(sorted: readonly string[], isFoldable: boolean): void {
  const { update } = useWorkbenchStore()
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
