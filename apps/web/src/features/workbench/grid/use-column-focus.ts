import type { RefObject } from 'react'
import { useLayoutEffect, useRef } from 'react'
import type { ColumnLayout } from '../arrangement/column-layout.ts'
import { useWorkbench, useWorkbenchStore } from '../store/workbench-store.ts'

/** The button of a column, in its head. */
const buttonOf = (grid: HTMLElement | null, id: number) =>
  grid?.querySelector<HTMLElement>(`[data-column-head="${id}"]`)

/**
 * Moves the focus to the head of a column, and lets the tab stop of the cells follow its column.
 * @returns a function that focuses the head of an environment
 */
export function useColumnFocus(grid: RefObject<HTMLElement | null>, layout: ColumnLayout) {
  const { read, update } = useWorkbenchStore()
  const columns = useWorkbench((state) => state.columns.list)
  const wanted = useRef<number>(undefined)
  const before = useRef(columns)

  // A head may be rendered only after the grid is scrolled.
  useLayoutEffect(() => {
    const button = wanted.current === undefined ? undefined : buttonOf(grid.current, wanted.current)
    if (!button) return
    wanted.current = undefined
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

  return (id: number) => {
    const scroller = grid.current
    const placed = layout.columns[columns.findIndex((column) => column.id === id)]
    if (!scroller || !placed) return
    const { left, width, isSticky } = placed
    if (!isSticky) {
      const [first, last] = [left - layout.stickyWidth, left + width - scroller.clientWidth]
      scroller.scrollLeft = Math.max(last, Math.min(first, scroller.scrollLeft))
    }
    wanted.current = id
    const button = buttonOf(scroller, id)
    if (!button) return
    wanted.current = undefined
    button.focus({ preventScroll: true })
  }
}
