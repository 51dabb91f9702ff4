import type { Variables } from '@envhold/formats/variables.ts'
import type { KeyboardEvent } from 'react'
import { useEffect, useEffectEvent } from 'react'
import { afterDialog } from '../../../ui/after-dialog.ts'
import { useChange } from '../../../ui/blocked.tsx'
import type { GridPosition, TableCommand } from '../rows/grid-navigation.ts'
import { resolveKey, rowsPerPage, tableKeymap } from '../rows/grid-navigation.ts'
import { useCopiedValue } from '../rows/use-copied-value.ts'
import type { GridRefs } from '../rows/use-grid-focus.ts'
import { useGridFocus } from '../rows/use-grid-focus.ts'
import { useReveal } from '../rows/use-reveal.ts'
import { useStableCallback } from '../rows/use-stable-callback.ts'
import type { Selection } from './selection.ts'
import { extended, noSelection, toggled } from './selection.ts'

export interface TableState {
  variables: Variables
  /** The visible keys, in order. */
  keys: readonly string[]
  canWrite: boolean
  selection: Selection
  onSelection: (selection: Selection) => void
  onEdit: (key: string) => void
  onRemove: (key: string) => void
  /** A key whose row is focused once it renders. */
  goTo: string | undefined
  onArrived: () => void
  /** Esc without a revealed value. */
  onLeave: () => void
}

/** Columns that the focus reaches in a row: the row, reveal and copy; edit and delete for those who may. */
const columnsOf = (canWrite: boolean) => (canWrite ? 5 : 3)

/** The table's actions, for keys and buttons: move, reveal, copy, select, edit, remove. */
export function useTableKeyboard({ grid, handle }: GridRefs, state: TableState) {
  const { variables, keys, canWrite, selection, onSelection, goTo } = state
  const { revealed, toggle, hide, hideOne } = useReveal()
  const { copied, copy } = useCopiedValue()
  const focus = useGridFocus({ grid, handle, rowCount: keys.length, scrollsIntoView: false })
  const { at } = focus
  const change = useChange()

  const arrive = useEffectEvent((row: number) => {
    state.onArrived()
    focus.focus({ row, column: 0 })
  })
  useEffect(() => {
    const row = goTo === undefined ? -1 : keys.indexOf(goTo)
    return row < 0 ? undefined : afterDialog(() => arrive(row))
  }, [goTo, keys])

  const run = (command: TableCommand, row: number) => {
    const key = keys[row]
    if (key === undefined) return
    if (command === 'copy') return void copy(key, variables.get(key)?.value ?? '')
    if (command === 'select') return onSelection(toggled(selection, key))
    if (command === 'toggle') {
      focus.focusUnlessInside({ row, column: 0 })
      return toggle(key)
    }
    if (canWrite) change(() => (command === 'edit' ? state.onEdit : state.onRemove)(key))
  }
  const select = (row: number, range: boolean) => {
    const key = keys[row]
    if (key !== undefined) onSelection(range ? extended(selection, key, keys) : toggled(selection, key))
  }
  /** The rows that the focus passes, the first one included. */
  const selectPassed = (to: GridPosition) => {
    const [from, last] = [keys[at.row] ?? '', keys[to.row] ?? '']
    const begun = selection.from === undefined ? toggled(noSelection, from) : selection
    onSelection(extended({ ...begun, from: begun.from ?? from }, last, keys))
  }
  const leave = () => {
    if (revealed !== null) return hide()
    return selection.keys.size > 0 ? onSelection(noSelection) : state.onLeave()
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.metaKey || event.ctrlKey || event.altKey) return
    if (event.key === ' ' && event.target instanceof HTMLInputElement) return
    const size = { rows: keys.length, columns: columnsOf(canWrite), page: rowsPerPage(window.innerHeight, 4) }
    const action = resolveKey({ key: event.key, withControl: false }, at, size, tableKeymap)
    if (!action) return
    event.preventDefault()
    if (action.kind === 'command') return run(action.command, at.row)
    if (action.kind === 'leave') return leave()
    if (event.shiftKey && event.key.startsWith('Arrow') && action.to.row !== at.row) selectPassed(action.to)
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
    onSelect: useStableCallback(select),
  }
}
