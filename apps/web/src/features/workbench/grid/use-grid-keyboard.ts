import type { ClipboardEvent, KeyboardEvent } from 'react'
import { useLayoutEffect, useRef } from 'react'
import { useChange } from '../../../ui/feedback/blocked.tsx'
import { gridKeymap, resolveKey, rowsPerPage } from '../rows/grid-navigation.ts'
import type { GridRefs } from '../rows/use-grid-focus.ts'
import { useGridFocus } from '../rows/use-grid-focus.ts'
import { arrowOnFold, rowIndexOf } from '../store/fold-keys.ts'
import type { GridState } from './grid-state.ts'
import { useCellActions } from './use-cell-actions.ts'
import { firstKeyRow, nearestKeyRow } from './use-folded-rows.ts'

/** A single line with a line break at its end is a value: the break was selected with it. */
const pasted = (text: string) => text.replace(/^([^\n]*)\r?\n$/, '$1')

/** Characters begin an edit, as in spreadsheets. Space reveals. */
const isTyped = ({ key, nativeEvent }: KeyboardEvent) =>
  [...key].length === 1 && key !== ' ' && !nativeEvent.isComposing

/** Keyboard handling of the grid: move, reveal, copy, edit, paste, remove. */
export function useGridKeyboard({ grid, handle }: GridRefs, state: GridState, onHead: (id: number) => void) {
  const { columns, canWrite, goTo, onEdit } = state
  const { lines } = state.folded
  const focus = useGridFocus({ grid, handle, rowCount: lines.length, scrollsIntoView: true })
  const { at } = focus
  const change = useChange()
  const { revealed, hide, copied, run, edit, cellAt, nameOf, actions } = useCellActions(state, focus)

  // The row may only exist after a later render, once the search is cleared.
  const reached = useRef<GridState['goTo']>(undefined)
  useLayoutEffect(() => {
    if (!goTo || goTo === reached.current) return
    const row = goTo.key === undefined ? 0 : rowIndexOf(lines, goTo.key)
    if (!lines[row]) return
    reached.current = goTo
    focus.focus({ row, column: lines[row].kind === 'key' ? 1 : 0 })
  })

  const onKeyDown = (event: KeyboardEvent) => {
    const { target } = event
    if (event.altKey || !(target instanceof HTMLElement) || target.closest('[role=menu]')) return
    const press = { key: event.key, withControl: event.metaKey || event.ctrlKey }
    const isOnCell = target.dataset.column !== undefined && at.column > 0
    const head = columns.list[at.column - 1]
    if (isOnCell && event.key === 'ArrowUp' && at.row === firstKeyRow(lines) && head) {
      event.preventDefault()
      return onHead(head.id)
    }
    const fold = at.column === 0 && !press.withControl ? arrowOnFold(lines, at.row, event.key) : undefined
    if (fold) {
      event.preventDefault()
      return fold.kind === 'focus'
        ? focus.focus({ row: fold.row, column: 0 })
        : state.folded.toggle(fold.prefix, false)
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
      rows: lines.length,
      columns: columns.list.length + 1,
      page: rowsPerPage(window.innerHeight, 8),
    }
    const action = resolveKey(press, at, size, gridKeymap)
    if (!action || (action.kind === 'command' && target.dataset.column === undefined)) return
    event.preventDefault()
    if (action.kind === 'command') return run(action.command, at.row, at.column)
    if (action.kind === 'leave') return revealed === null ? state.onLeave() : hide()
    const { to } = action
    // Rows of prefixes have no cells.
    const row = to.column === 0 ? to.row : nearestKeyRow(lines, at.row, to.row)
    if (row >= 0) focus.focus({ row, column: to.column })
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
