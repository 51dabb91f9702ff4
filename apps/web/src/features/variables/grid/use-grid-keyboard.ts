import type { ClipboardEvent, KeyboardEvent } from 'react'
import { useLayoutEffect, useMemo, useRef } from 'react'
import type { CellCommand } from '../rows/grid-navigation.ts'
import { gridKeymap, resolveKey, rowsPerPage } from '../rows/grid-navigation.ts'
import { useCopiedValue } from '../rows/use-copied-value.ts'
import type { GridRefs } from '../rows/use-grid-focus.ts'
import { useGridFocus } from '../rows/use-grid-focus.ts'
import { useReveal } from '../rows/use-reveal.ts'
import { useStableCallback } from '../rows/use-stable-callback.ts'
import type { KeyRow } from './key-rows.ts'
import type { CellActions } from './variables-grid-cell.tsx'
import type { Environments } from './variables-grid-row.tsx'

/** A cell by what it holds, not by where it stands: rows come and go. */
export interface CellName {
  readonly id: number
  readonly key: string
}

export interface GridState {
  rows: readonly KeyRow[]
  environments: Environments
  canWrite: boolean
  /** A key whose first cell takes the focus. */
  goTo: { readonly key: string } | undefined
  onEditing: (cell: CellName | undefined) => void
  onTyped: (text: string) => void
  onEdit: (cells: readonly CellName[], value: string | null) => void
  onRevert: (cell: CellName) => void
  /** Esc with nothing to hide. */
  onLeave: () => void
}

const idOf = ({ id, key }: CellName) => `${id} ${key}`

/** The environment of a cell's id, if it is one of this key. */
export const environmentIn = (name: string | null, key: string) => {
  const space = name?.indexOf(' ') ?? -1
  return name && name.slice(space + 1) === key ? Number(name.slice(0, space)) : undefined
}

/** One line that ends is a value; its end came along when it was selected. */
const pasted = (text: string) => text.replace(/^([^\n]*)\r?\n$/, '$1')

/** What the keys and the buttons of the grid do: move, reveal, copy, edit, paste, remove. */
export function useGridKeyboard({ grid, handle }: GridRefs, state: GridState) {
  const { rows, environments, canWrite, goTo, onEdit, onEditing } = state
  const { revealed, toggle, hide, hideOne } = useReveal()
  const { copied, copy } = useCopiedValue()
  const focus = useGridFocus({ grid, handle, rowCount: rows.length, scrollsIntoView: true })
  const { at } = focus

  const cellAt = (row: number, column: number) => rows[row]?.cells[column - 1]
  const nameOf = (row: number, column: number): CellName | undefined => {
    const key = rows[row]?.key
    const id = environments.list[column - 1]?.id
    return key === undefined || id === undefined ? undefined : { id, key }
  }

  const run = (command: CellCommand, row: number, column: number) => {
    const name = nameOf(row, column)
    const cell = cellAt(row, column)
    if (!name || !cell || cell.state === 'unread') return
    const { value } = cell
    if (command === 'toggle') focus.focusUnlessInside({ row, column })
    if (command === 'toggle' && value !== undefined) toggle(idOf(name))
    if (command === 'copy' && value !== undefined) void copy(idOf(name), value)
    if (!canWrite) return
    if (command === 'remove' && value !== undefined) onEdit([name], null)
    if (command === 'revert') state.onRevert(name)
    if (command === 'edit') {
      focus.setAt({ row, column })
      hide()
      onEditing(name)
    }
  }
  const copyTo = (row: number, column: number, ids: readonly number[]) => {
    const value = cellAt(row, column)?.value
    const key = rows[row]?.key
    if (value !== undefined && key !== undefined)
      onEdit(
        ids.map((id) => ({ id, key })),
        value,
      )
  }
  const leave = (row: number, column: number) => {
    const name = nameOf(row, column)
    if (name) hideOne(idOf(name))
  }
  const cancel = (row: number, column: number, left: boolean) => {
    onEditing(undefined)
    if (!left) focus.focus({ row, column })
  }
  const commit = (row: number, column: number, text: string, left: boolean) => {
    const name = nameOf(row, column)
    if (name) onEdit([name], text)
    cancel(row, column, left)
  }

  // The row may come only with a later drawing, once the search gave way.
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
    onEdit([name], text)
  }

  const command = useStableCallback(run)
  const stableCopyTo = useStableCallback(copyTo)
  const stableLeave = useStableCallback(leave)
  const typed = useStableCallback(state.onTyped)
  const stableCommit = useStableCallback(commit)
  const stableCancel = useStableCallback(cancel)
  const actions = useMemo<CellActions>(
    () => ({
      command,
      copyTo: stableCopyTo,
      leave: stableLeave,
      typed,
      commit: stableCommit,
      cancel: stableCancel,
    }),
    [command, stableCopyTo, stableLeave, typed, stableCommit, stableCancel],
  )
  return { at, revealed, copied, onKeyDown, onPaste, onFocus: focus.onFocus, actions }
}
