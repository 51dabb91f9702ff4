import { type FocusEvent, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { rowIndexOf } from '../arrangement/fold-keys.ts'
import type { GridPosition, WorkbenchState } from '../store/state.ts'
import { useActions, useWorkbench, useWorkbenchStore } from '../store/workbench-store.ts'
import type { RowsHandle } from './virtual-rows.tsx'

export interface GridRefs {
  readonly grid: RefObject<HTMLElement | null>
  readonly handle: RefObject<RowsHandle | null>
}

/** The row that has the tab stop. */
export const activeRow = ({ at, lines }: WorkbenchState) => Math.max(0, Math.min(at.row, lines.length - 1))

const cellSelector = ({ row, column }: GridPosition) => `[data-row="${row}"][data-column="${column}"]`

/** A grid's roving tab stop: keys move it, and it follows the focus. */
export function useGridFocus({ grid, handle }: GridRefs) {
  const { read, update } = useWorkbenchStore()
  const at = useWorkbench((state) => state.at)
  // Beside others, the grid is its own scroll container.
  const scrollsIntoView = useWorkbench(({ layout }) => layout !== 'table')
  const takesFocus = useRef(false)
  useLayoutEffect(() => {
    if (!takesFocus.current) return
    takesFocus.current = false
    const cell = grid.current?.querySelector<HTMLElement>(cellSelector(at))
    cell?.focus({ preventScroll: true })
    if (scrollsIntoView) cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [at, grid, scrollsIntoView])

  const focus = (to: GridPosition) => {
    takesFocus.current = true
    handle.current?.show(to.row)
    update({ at: { ...to } })
  }
  useWantedKey(focus)
  return {
    focus,
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      const { row, column } = target.closest<HTMLElement>('[data-column]')?.dataset ?? {}
      if (row === undefined || column === undefined) return
      const state = read()
      if (Number(row) !== activeRow(state) || Number(column) !== state.at.column)
        update({ at: { row: Number(row), column: Number(column) } })
    },
  }
}

/** Leads to a key once it has a row, and no dialog covers it. */
function useWantedKey(focus: (to: GridPosition) => void): void {
  const { read, update, actions } = useWorkbenchStore()
  const wanted = useWorkbench((state) => state.wanted)
  const lines = useWorkbench((state) => state.lines)
  const isCovered = useWorkbench(({ dialog }) => dialog !== undefined)
  const wasCovered = useRef(false)
  useEffect(() => {
    if (isCovered) wasCovered.current = true
    if (!wanted || isCovered) return
    const row = 'key' in wanted ? rowIndexOf(lines, wanted.key) : Math.min(wanted.row, lines.length - 1)
    const line = lines[row]
    if (!line) return
    if ('key' in wanted && line.kind === 'prefix') return actions.unfold(wanted.key)
    const lead = () => {
      wasCovered.current = false
      update({ wanted: undefined })
      focus({ row, column: read().layout !== 'table' && line.kind === 'key' ? 1 : 0 })
    }
    if (!wasCovered.current) return lead()
    // A dialog that has just closed gives the focus back to its opener first.
    const timer = setTimeout(lead)
    return () => clearTimeout(timer)
  })
}

const shownForMs = 30_000

/** Hides a revealed value when the window loses the focus, and after 30 seconds. */
export function useHideRevealed(): void {
  const { hide, holdRevealed, releaseRevealed } = useActions()
  const revealed = useWorkbench((state) => state.revealed)
  useEffect(() => {
    if (!revealed) return
    const timer = setTimeout(hide, shownForMs)
    window.addEventListener('blur', hide)
    window.addEventListener('pointerdown', holdRevealed, true)
    window.addEventListener('pointerup', releaseRevealed, true)
    window.addEventListener('pointercancel', releaseRevealed, true)
    return () => {
      releaseRevealed()
      clearTimeout(timer)
      window.removeEventListener('blur', hide)
      window.removeEventListener('pointerdown', holdRevealed, true)
      window.removeEventListener('pointerup', releaseRevealed, true)
      window.removeEventListener('pointercancel', releaseRevealed, true)
    }
  }, [revealed, hide, holdRevealed, releaseRevealed])
}
