import { type FocusEvent, useEffect, useRef } from 'react'
import { rowIndexOf } from '../arrangement/fold-keys.ts'
import { activeRow } from '../store/cells.ts'
import type { GridPosition } from '../store/state.ts'
import { useActions, useParts, useWorkbench, useWorkbenchStore } from '../store/workbench-store.ts'

export const cellSelector = ({ row, column }: GridPosition) => `[data-row="${row}"][data-column="${column}"]`

/** Lets the tab stop of the grid follow the focus. */
export function useTabStop() {
  const { read, update } = useWorkbenchStore()
  return ({ target }: FocusEvent<HTMLElement>) => {
    const { row, column } = target.closest<HTMLElement>('[data-column]')?.dataset ?? {}
    if (row === undefined || column === undefined) return
    const state = read()
    if (Number(row) !== activeRow(state) || Number(column) !== state.at.column)
      update({ at: { row: Number(row), column: Number(column) } })
  }
}

/** Leads to a key once it has a row, and no dialog covers it. */
export function useWantedKey(): void {
  const { read, update, actions } = useWorkbenchStore()
  const { nextFocus, lines } = useParts('nextFocus', 'lines')
  const isCovered = useWorkbench(({ dialog }) => dialog !== undefined)
  const wasCovered = useRef(false)
  useEffect(() => {
    if (isCovered) wasCovered.current = true
    if (!nextFocus || isCovered) return
    const row =
      'key' in nextFocus ? rowIndexOf(lines, nextFocus.key) : Math.min(nextFocus.row, lines.length - 1)
    const line = lines[row]
    if (!line) return
    if ('key' in nextFocus && line.kind === 'prefix') return actions.unfold(nextFocus.key)
    const lead = () => {
      wasCovered.current = false
      update({ nextFocus: undefined })
      actions.focus({ row, column: read().layout !== 'table' && line.kind === 'key' ? 1 : 0 })
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
    const events = new AbortController()
    const on = (name: string, run: () => void, capture: boolean) =>
      window.addEventListener(name, run, { capture, signal: events.signal })
    const timer = setTimeout(hide, shownForMs)
    on('blur', hide, false)
    on('pointerdown', holdRevealed, true)
    on('pointerup', releaseRevealed, true)
    on('pointercancel', releaseRevealed, true)
    return () => {
      releaseRevealed()
      clearTimeout(timer)
      events.abort()
    }
  }, [revealed, hide, holdRevealed, releaseRevealed])
}
