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

/** Characters begin an edit, as in spreadsheets. Space reveals. */
const isTyped = ({ key, nativeEvent }: KeyboardEvent) =>
  [...key].length === 1 && key !== ' ' && !nativeEvent.isComposing

/** Keyboard handling of the grid: move, reveal, copy, edit, paste, remove. */
export function useGridKeyboard({ grid, handle }: GridRefs, state: GridState, onHead: (id: number) => void) {
  const { rows, columns, canWrite, goTo, onEdit } = state
  const focus = useGridFocus({ grid, handle, rowCount: rows.length, scrollsIntoView: true })
  const { at } = focus
  const change = useChange()
  const { revealed, hide, copied, run, edit, cellAt, nameOf, actions } = useCellActions(state, focus)

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
    const isOnCell = target.dataset.column !== undefined && at.column > 0
    const head = columns.list[at.column - 1]
    if (isOnCell && event.key === 'ArrowUp' && at.row === 0 && head) {
      event.preventDefault()
      return onHead(head.id)
    }
    if (isOnCell && canWrite && !press.withControl && isTyped(event)) {
      event.preventDefault()
      return edit(at.row, at.column, event.key)
    }
    if (isOnCell && press.withControl && event.key === 'z') {
      event.preventDefault()
      return run('revert', at.row, at.column)
    }
    const size = {
      rows: rows.length,
      columns: columns.list.length + 1,
      page: rowsPerPage(window.innerHeight, 8),
    }
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
  const onCopy = (event: ClipboardEvent) => {
    const { target } = event
    // Selected text is copied by the browser.
    if (!(target instanceof HTMLElement) || target.dataset.column === undefined) return
    if (!document.getSelection()?.isCollapsed || cellAt(at.row, at.column)?.value === undefined) return
    event.preventDefault()
    run('copy', at.row, at.column)
  }

  return { at, focus, revealed, copied, actions, on: { onKeyDown, onPaste, onCopy, onFocus: focus.onFocus } }
}
