import type { ClipboardEvent, KeyboardEvent } from 'react'
import { useLayoutEffect, useRef } from 'react'
import { useChange } from '../../../ui/blocked.tsx'
import { gridKeymap, resolveKey, rowsPerPage } from '../rows/grid-navigation.ts'
import type { GridRefs } from '../rows/use-grid-focus.ts'
import { useGridFocus } from '../rows/use-grid-focus.ts'
import type { GridState } from './grid-state.ts'
import { useCellActions } from './use-cell-actions.ts'

/** A single line with a line break at its end is a value: the break was selected with it. */
const pasted = (text: string) => text.replace(/^([^\n]*)\r?\n$/, '$1')

/** Keyboard handling of the grid: move, reveal, copy, edit, paste, remove. */
export function useGridKeyboard({ grid, handle }: GridRefs, state: GridState) {
  const { rows, environments, canWrite, goTo, onEdit } = state
  const focus = useGridFocus({ grid, handle, rowCount: rows.length, scrollsIntoView: true })
  const { at } = focus
  const change = useChange()
  const { revealed, hide, copied, run, cellAt, nameOf, actions } = useCellActions(state, focus)

  // The row may only exist after a later render, once the search is cleared.
  const reached = useRef<GridState['goTo']>(undefined)
  useLayoutEffect(() => {
    const row = goTo && goTo !== reached.current ? rows.findIndex(({ key }) => key === goTo.key) : -1
    if (row < 0) return
    reached.current = goTo
    focus.focus({ row, column: 1 })
  })

  const onKeyDown = (event: KeyboardEvent) => {
    const { target } = event
    if (event.altKey || !(target instanceof HTMLElement) || target.closest('[role=menu]')) return
    const press = { key: event.key, withControl: event.metaKey || event.ctrlKey }
    const columns = environments.list.length + 1
    const size = { rows: rows.length, columns, page: rowsPerPage(window.innerHeight, 8) }
    const action = resolveKey(press, at, size, gridKeymap)
    if (!action || (action.kind === 'command' && target.dataset.column === undefined)) return
    event.preventDefault()
    if (action.kind === 'command') return run(action.command, at.row, at.column)
    if (action.kind === 'leave') return revealed === null ? state.onLeave() : hide()
    focus.focus(action.to)
  }
  const onPaste = (event: ClipboardEvent) => {
    const name = nameOf(at.row, at.column)
    const text = pasted(event.clipboardData.getData('text'))
    if (!canWrite || !name || text === '' || cellAt(at.row, at.column)?.state === 'unread') return
    event.preventDefault()
    change(() => onEdit([name], text))
  }

  return { at, revealed, copied, actions, onKeyDown, onPaste, onFocus: focus.onFocus }
}
