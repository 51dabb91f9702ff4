import type { Variables } from '@envhold/formats/variables.ts'
import { type KeyboardEvent, useEffect, useEffectEvent } from 'react'
import { afterDialog } from '../../../ui/dialogs/after-dialog.ts'
import { useChange } from '../../../ui/feedback/blocked.tsx'
import { resolveKey, rowsPerPage, type TableCommand, tableKeymap } from '../rows/grid-navigation.ts'
import { useCopiedValue } from '../rows/use-copied-value.ts'
import { type GridRefs, useGridFocus } from '../rows/use-grid-focus.ts'
import { useReveal } from '../rows/use-reveal.ts'
import { useStableCallback } from '../rows/use-stable-callback.ts'
import { arrowOnFold, type KeyOrPrefix, rowIndexOf } from '../store/fold-keys.ts'
import { clickedSelection, passedSelection } from '../store/row-selection.ts'
import { type Selection, toggled, toggledAll } from '../store/selection.ts'

export interface TableState {
  variables: Variables
  /** The visible keys in order, with those that are folded away. */
  keys: readonly string[]
  rows: readonly KeyOrPrefix[]
  onFold: (prefix: string, all: boolean) => void
  onUnfold: (key: string) => void
  canWrite: boolean
  selection: Selection
  onSelection: (selection: Selection) => void
  onClearSelection: () => void
  onEdit: (key: string) => void
  onRemove: (key: string) => void
  onHistory: (key: string) => void
  onCopyTo: (key: string, isMove: boolean) => void
  /** A key whose row is focused once it renders. */
  goTo: string | undefined
  onArrived: () => void
  /** Esc without a revealed value. */
  onLeave: () => void
}

/**
 * Columns that the focus reaches in a row: the row, reveal, copy and more; edit and delete for those who may, as far as
 * they are drawn.
 */
function columnsOf(row: KeyOrPrefix | undefined, canWrite: boolean): number {
  if (row?.kind === 'prefix') return 1
  if (window.matchMedia('(width < 48rem)').matches) return 3
  if (!canWrite) return 4
  return window.matchMedia('(width < 64rem)').matches ? 5 : 6
}

/** The table's actions, for keys and buttons: move, reveal, copy, select, edit, remove. */
export function useTableKeyboard({ grid, handle }: GridRefs, state: TableState) {
  const { variables, keys, rows, canWrite, selection, onSelection, goTo } = state
  const { revealed, toggle, hide, hideOne } = useReveal()
  const { copied, copy } = useCopiedValue()
  const focus = useGridFocus({ grid, handle, rowCount: rows.length, scrollsIntoView: false })
  const { at } = focus
  const change = useChange()

  useGoTo(rows, goTo, {
    onUnfold: state.onUnfold,
    onShown: (row) => {
      state.onArrived()
      focus.focus({ row, column: 0 })
    },
  })

  const runChange = (command: TableCommand, key: string) => {
    if (command === 'copyTo' || command === 'moveTo') return state.onCopyTo(key, command === 'moveTo')
    return (command === 'edit' ? state.onEdit : state.onRemove)(key)
  }
  const runOnPrefix = (command: TableCommand, prefix: string, its: readonly string[]) => {
    if (command === 'select') onSelection(toggledAll(selection, its))
    if (command === 'toggle') state.onFold(prefix, false)
  }
  const run = (command: TableCommand, index: number) => {
    const row = rows[index]
    if (!row) return
    if (row.kind === 'prefix') return runOnPrefix(command, row.prefix, row.keys)
    const { key } = row
    if (command === 'copy') return void copy(key, variables.get(key)?.value ?? '')
    if (command === 'select') return onSelection(toggled(selection, key))
    if (command === 'toggle') {
      focus.focusUnlessInside({ row: index, column: 0 })
      return toggle(key)
    }
    if (command === 'history') return state.onHistory(key)
    if (canWrite) change(() => runChange(command, key))
  }
  const leave = () => {
    if (revealed !== null) return hide()
    return selection.keys.size > 0 ? state.onClearSelection() : state.onLeave()
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.metaKey || event.ctrlKey || event.altKey) return
    if (event.key === ' ' && event.target instanceof HTMLInputElement) return
    const isPress = event.key === ' ' || event.key === 'Enter'
    if (isPress && event.target instanceof Element && event.target.closest('[data-native-keys]')) return
    const fold = at.column === 0 ? arrowOnFold(rows, at.row, event.key) : undefined
    if (fold) {
      event.preventDefault()
      return fold.kind === 'focus'
        ? focus.focus({ row: fold.row, column: 0 })
        : state.onFold(fold.prefix, false)
    }
    const columns = columnsOf(rows[at.row], canWrite)
    const size = { rows: rows.length, columns, page: rowsPerPage(window.innerHeight, 4) }
    const action = resolveKey({ key: event.key, withControl: false }, at, size, tableKeymap)
    if (!action) return
    event.preventDefault()
    if (action.kind === 'command') return run(action.command, at.row)
    if (action.kind === 'leave') return leave()
    if (event.shiftKey && event.key.startsWith('Arrow') && action.to.row !== at.row)
      onSelection(passedSelection(selection, rows, keys, { from: at.row, to: action.to.row }))
    focus.focus(action.to)
  }

  return {
    activeRow: at.row,
    revealed,
    copied,
    hideOne,
    onKeyDown,
    onFocus: focus.onFocus,
    onCommand: useStableCallback(run),
    onSelect: useStableCallback((index: number, range: boolean) =>
      onSelection(clickedSelection(selection, rows[index], keys, range)),
    ),
  }
}

interface Events {
  /** The key is folded away. */
  readonly onUnfold: (key: string) => void
  /** The key has a row, and no dialog covers it. */
  readonly onShown: (row: number) => void
}

/** Leads to a key once it has a row. */
function useGoTo(rows: readonly KeyOrPrefix[], goTo: string | undefined, events: Events) {
  const unfold = useEffectEvent(events.onUnfold)
  const show = useEffectEvent(events.onShown)
  useEffect(() => {
    const at = goTo === undefined ? -1 : rowIndexOf(rows, goTo)
    if (goTo === undefined || at < 0) return
    if (rows[at]?.kind === 'prefix') return unfold(goTo)
    return afterDialog(() => show(at))
  }, [goTo, rows])
}
