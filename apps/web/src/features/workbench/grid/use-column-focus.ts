import { useLayoutEffect, useRef } from 'react'
import type { ColumnLayout } from '../arrangement/column-layout.ts'
import { useWorkbench, useWorkbenchStore } from '../store/workbench-store.ts'

/** Moves the focus to the head of a column on request, and lets the tab stop of the cells follow its column. */
export function useColumnFocus(scroller: HTMLElement | null, layout: ColumnLayout): void {
  const { read, update } = useWorkbenchStore()
  const columns = useWorkbench((state) => state.columns.list)
  const head = useWorkbench((state) => state.head)
  const before = useRef(columns)

  useLayoutEffect(() => {
    if (head === undefined || !scroller) return
    const placed = layout.columns[columns.findIndex(({ id }) => id === head)]
    if (!placed) return update({ head: undefined })
    const { left, width, isSticky } = placed
    if (!isSticky) {
      const [first, last] = [left - layout.stickyWidth, left + width - scroller.clientWidth]
      scroller.scrollLeft = Math.max(last, Math.min(first, scroller.scrollLeft))
    }
    // A head may be rendered only after the grid is scrolled.
    const button = scroller.querySelector<HTMLElement>(`[data-column-head="${head}"]`)
    if (!button) return
    update({ head: undefined })
    button.focus({ preventScroll: true })
  })
  useLayoutEffect(() => {
    const { at, layout: shown } = read()
    const id = before.current[at.column - 1]?.id
    if (before.current === columns) return
    before.current = columns
    if (id === undefined || shown === 'table') return
    const now = columns.findIndex((column) => column.id === id)
    const column = now < 0 ? Math.min(at.column, columns.length) : now + 1
    if (column !== at.column) update({ at: { row: at.row, column } })
  })
}
