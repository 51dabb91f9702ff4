import type { FocusEvent, RefObject } from 'react'
import { useLayoutEffect, useRef, useState } from 'react'
import type { RowsHandle } from '../rows/rendered-rows.tsx'
import type { At } from './grid-keys.ts'

/** The one cell of a grid that Tab reaches; the keyboard moves it, and it follows the focus wherever that goes. */
export function useCellFocus(
  grid: RefObject<HTMLElement | null>,
  handle: RefObject<RowsHandle | null>,
  count: number,
) {
  const [place, setAt] = useState<At>({ row: 0, column: 0 })
  const wanted = useRef(false)
  const at = { row: Math.max(0, Math.min(place.row, count - 1)), column: place.column }

  useLayoutEffect(() => {
    if (!wanted.current) return
    wanted.current = false
    const { row, column } = place
    const cell = grid.current?.querySelector<HTMLElement>(`[data-row="${row}"][data-column="${column}"]`)
    cell?.focus({ preventScroll: true })
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [place, grid])

  return {
    at,
    setAt,
    focus: (to: At) => {
      wanted.current = true
      handle.current?.show(to.row)
      setAt({ ...to })
    },
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      const { row, column } = target.closest<HTMLElement>('[data-column]')?.dataset ?? {}
      if (row === undefined || column === undefined) return
      if (Number(row) !== at.row || Number(column) !== at.column)
        setAt({ row: Number(row), column: Number(column) })
    },
  }
}
