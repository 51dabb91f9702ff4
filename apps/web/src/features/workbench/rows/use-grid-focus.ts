import type { FocusEvent, RefObject } from 'react'
import { useLayoutEffect, useRef, useState } from 'react'
import type { GridPosition } from './grid-navigation.ts'
import type { RowsHandle } from './rendered-rows.tsx'

export interface GridRefs {
  readonly grid: RefObject<HTMLElement | null>
  readonly handle: RefObject<RowsHandle | null>
}

interface Options extends GridRefs {
  readonly rowCount: number
  /** The grid is its own scroll container: focused cells are scrolled into view. */
  readonly scrollsIntoView: boolean
}

const cellSelector = ({ row, column }: GridPosition) => `[data-row="${row}"][data-column="${column}"]`

/** A grid's roving tab stop: keys move it, and it follows the focus. */
export function useGridFocus({ grid, handle, rowCount, scrollsIntoView }: Options) {
  const [position, setPosition] = useState<GridPosition>({ row: 0, column: 0 })
  const takesFocus = useRef(false)
  const at = { row: Math.max(0, Math.min(position.row, rowCount - 1)), column: position.column }

  useLayoutEffect(() => {
    if (!takesFocus.current) return
    takesFocus.current = false
    const cell = grid.current?.querySelector<HTMLElement>(cellSelector(position))
    cell?.focus({ preventScroll: true })
    if (scrollsIntoView) cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [position, grid, scrollsIntoView])

  const focus = (to: GridPosition) => {
    takesFocus.current = true
    handle.current?.show(to.row)
    setPosition({ ...to })
  }
  return {
    at,
    setAt: setPosition,
    focus,
    /** Safari does not focus a clicked button, and without focus there is no blur event. */
    focusUnlessInside: (to: GridPosition) => {
      if (!grid.current?.querySelector(cellSelector(to))?.contains(document.activeElement)) focus(to)
    },
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      const { row, column } = target.closest<HTMLElement>('[data-column]')?.dataset ?? {}
      if (row === undefined || column === undefined) return
      if (Number(row) !== at.row || Number(column) !== at.column)
        setPosition({ row: Number(row), column: Number(column) })
    },
  }
}
