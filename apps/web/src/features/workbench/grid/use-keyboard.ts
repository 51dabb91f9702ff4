import { type ClipboardEvent, type FocusEvent, type KeyboardEvent, useEffect, useRef } from 'react'
import { useHideLater } from '../../../ui/use-hide-later.ts'
import { arrowOnFold, rowIndexOf } from '../arrangement/fold-keys.ts'
import { asShown } from '../data/exact-text.ts'
import { activeRow, cellAt, columnsOfRow, environmentAt, firstKeyRow, nearestKeyRow } from '../store/cells.ts'
import { gridKeymap, pairKeymap, resolveKey, rowsPerPage, tableKeymap } from '../store/keymaps.ts'
import type { GridPosition, WorkbenchState } from '../store/state.ts'
import { useActions, useParts, useWorkbench, useWorkbenchStore } from '../store/workbench-store.ts'

/**
 * Line breaks as a text field takes them: Windows adds a carriage return to each. A single line with a line break at
 * its end is a value: the break was selected with it.
 */
const pasted = (text: string) => asShown(text).replace(/^([^\n]*)\n$/, '$1')

/** Characters begin an edit, as in spreadsheets. Space reveals. */
const isTyped = ({ key, nativeEvent }: KeyboardEvent) =>
  [...key].length === 1 && key !== ' ' && !nativeEvent.isComposing

const isMenuKey = ({ key, shiftKey }: KeyboardEvent) => key === 'ContextMenu' || (key === 'F10' && shiftKey)

/** In the table, what has the focus may have its own use for a key. */
const isNative = ({ key, target }: KeyboardEvent) => {
  if (key === ' ' && target instanceof HTMLInputElement) return true
  const isPress = key === ' ' || key === 'Enter'
  return isPress && target instanceof Element && target.closest('[data-native-keys]') !== null
}

const keymaps = { table: tableKeymap, grid: gridKeymap, compare: pairKeymap }

const position = (state: WorkbenchState): GridPosition => ({ row: activeRow(state), column: state.at.column })

/** The keys of the grid: move, fold, select, reveal, copy, edit, remove. */
export function useKeyboard() {
  const { read, actions } = useWorkbenchStore()
  const { focus } = actions
  /** Keys of values side by side, before those of the keymap. @returns whether the key was used */
  const pressOnValue = (event: KeyboardEvent, state: WorkbenchState, at: GridPosition): boolean => {
    const { key, shiftKey } = event
    const withControl = event.metaKey || event.ctrlKey
    if (state.layout === 'compare' && shiftKey && (key === 'ArrowLeft' || key === 'ArrowRight'))
      return actions.copyOver(at.row, key === 'ArrowRight')
    if (at.column === 0) return state.layout === 'compare' && key === 's' && !withControl && actions.swap()
    if (key === 'ArrowUp' && at.row === firstKeyRow(state) && state.layout === 'grid' && !state.isPhone) {
      const head = environmentAt(state, at.column)
      if (head) actions.focusHead(head.id)
      return head !== undefined
    }
    if (state.canWrite && !withControl && isTyped(event)) {
      actions.begin(at, key)
      return true
    }
    if (!withControl || key !== 'z') return false
    actions.run('revert', at)
    return true
  }

  const press = (event: KeyboardEvent, state: WorkbenchState, at: GridPosition): boolean => {
    if (state.layout === 'text') return false
    const withControl = event.metaKey || event.ctrlKey
    const isOnCell = event.target instanceof HTMLElement && event.target.dataset.column !== undefined
    const isTable = state.layout === 'table'
    if (isMenuKey(event)) return actions.openMenu(at)
    const fold = at.column === 0 && !withControl && arrowOnFold(state.lines, at.row, event.key)
    if (fold && !(event.shiftKey && state.layout === 'compare')) {
      if (fold.kind === 'focus') focus({ row: fold.row, column: 0 })
      else actions.fold(fold.prefix, false)
      return true
    }
    if (!isTable && isOnCell && pressOnValue(event, state, at)) return true
    const columns = columnsOfRow(state, at.row)
    // Rows that header and footer cover.
    const page = rowsPerPage(window.innerHeight, isTable ? 4 : 8)
    const size = { rows: state.lines.length, columns, page }
    const action = resolveKey({ key: event.key, withControl }, at, size, keymaps[state.layout])
    if (!action || (action.kind === 'command' && !isTable && !isOnCell)) return false
    if (action.kind === 'leave') return actions.leave()
    if (action.kind === 'command') actions.run(action.command, at)
    else move(event, state, at, action.to)
    return true
  }

  const move = (
    { shiftKey, key }: KeyboardEvent,
    state: WorkbenchState,
    at: GridPosition,
    to: GridPosition,
  ) => {
    if (state.layout === 'table') {
      if (shiftKey && key.startsWith('Arrow') && to.row !== at.row) actions.selectPassed(at.row, to.row)
      return focus(to)
    }
    // Rows of prefixes have no cells.
    const row = to.column === 0 ? to.row : nearestKeyRow(state, at.row, to.row)
    if (row >= 0) focus({ row, column: to.column })
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const state = read()
    if (event.altKey || !(event.target instanceof HTMLElement) || event.target.closest('[role=menu]')) return
    if (state.layout === 'table' && (event.metaKey || event.ctrlKey || isNative(event))) return
    if (press(event, state, position(state))) event.preventDefault()
  }
  return { onKeyDown, onFocus: useTabStop(), ...useClipboard() }
}

/** Copies and pastes the value of the focused cell. */
function useClipboard() {
  const { read, actions } = useWorkbenchStore()
  const onPaste = (event: ClipboardEvent) => {
    const state = read()
    const text = pasted(event.clipboardData.getData('text'))
    if (state.layout === 'table' || text === '') return
    if (actions.paste(position(state), text)) event.preventDefault()
  }
  const onCopy = (event: ClipboardEvent) => {
    const { target } = event
    const state = read()
    const at = position(state)
    // Selected text is copied by the browser.
    if (!(target instanceof HTMLElement) || target.dataset.column === undefined) return
    if (!document.getSelection()?.isCollapsed || cellAt(state, at)?.value === undefined) return
    event.preventDefault()
    actions.run('copy', at)
  }
  return { onPaste, onCopy }
}

export const cellSelector = ({ row, column }: GridPosition) => `[data-row="${row}"][data-column="${column}"]`

/** Lets the tab stop of the grid follow the focus. */
function useTabStop() {
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
    if ('row' in nextFocus && nextFocus.without?.some((key) => rowIndexOf(lines, key) >= 0)) return
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

/** Hides a revealed value after a while, but not during a press, which would move the rows below it. */
export function useHideRevealed(): void {
  const { hide, holdRevealed, releaseRevealed } = useActions()
  const revealed = useWorkbench((state) => state.revealed)
  useHideLater(revealed, hide)
  useEffect(() => {
    if (!revealed) return
    const events = new AbortController()
    const on = (name: string, run: () => void) =>
      window.addEventListener(name, run, { capture: true, signal: events.signal })
    on('pointerdown', holdRevealed)
    on('pointerup', releaseRevealed)
    on('pointercancel', releaseRevealed)
    return () => {
      releaseRevealed()
      events.abort()
    }
  }, [revealed, holdRevealed, releaseRevealed])
}
