import { useMemo } from 'react'
import { useChange } from '../../../ui/feedback/blocked.tsx'
import { asShown } from '../data/exact-text.ts'
import type { CellCommand } from '../rows/grid-navigation.ts'
import { useCopiedValue } from '../rows/use-copied-value.ts'
import type { useGridFocus } from '../rows/use-grid-focus.ts'
import { useReveal } from '../rows/use-reveal.ts'
import { useStableCallback } from '../rows/use-stable-callback.ts'
import type { CellActions, FocusAfterEdit } from './cell-props.ts'
import type { CellName, GridState } from './grid-state.ts'

const steps = { here: 0, next: 1, previous: -1 } as const

const idOf = ({ id, key }: CellName) => `${id} ${key}`

/** The environment of a cell's id, if it is one of this key. */
export const environmentIn = (name: string | null, key: string) => {
  const space = name?.indexOf(' ') ?? -1
  return name && name.slice(space + 1) === key ? Number(name.slice(0, space)) : undefined
}

/** A cell's actions, for keys and buttons: reveal, copy, edit, remove, undo. */
export function useCellActions(state: GridState, focus: ReturnType<typeof useGridFocus>) {
  const { columns, canWrite, onEdit, onEditing } = state
  const { rows } = state.folded
  const { revealed, toggle, hide, hideOne } = useReveal()
  const { copied, copy } = useCopiedValue()
  const change = useChange()

  const cellAt = (row: number, column: number) => {
    const at = columns.list[column - 1]?.cell
    return at === undefined ? undefined : rows[row]?.cells[at]
  }
  const nameOf = (row: number, column: number): CellName | undefined => {
    const key = rows[row]?.key
    const id = columns.list[column - 1]?.id
    return key === undefined || id === undefined ? undefined : { id, key }
  }
  const edit = (row: number, column: number, typed?: string) => {
    const name = nameOf(row, column)
    if (!name || !canWrite || cellAt(row, column)?.state === 'unread') return
    change(() => {
      focus.setAt({ row, column })
      hide()
      onEditing(name, typed)
    })
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
    if (command === 'remove' && value !== undefined) change(() => onEdit([name], null))
    if (command === 'revert') state.onRevert(name)
    if (command === 'edit') edit(row, column)
  }
  const close = (row: number, column: number, to: FocusAfterEdit) => {
    onEditing(undefined)
    if (to === 'elsewhere') return
    const wanted = column + steps[to]
    focus.focus({ row, column: columns.list[wanted - 1] ? wanted : column })
  }

  const command = useStableCallback(run)
  const copyTo = useStableCallback((row: number, column: number, ids: readonly number[]) => {
    const value = cellAt(row, column)?.value
    const key = rows[row]?.key
    if (value === undefined || key === undefined) return
    const cells = ids.map((id) => ({ id, key }))
    change(() => onEdit(cells, value))
  })
  const leave = useStableCallback((row: number, column: number) => {
    const name = nameOf(row, column)
    if (name) hideOne(idOf(name))
  })
  const typed = useStableCallback(state.onTyped)
  const commit = useStableCallback((row: number, column: number, text: string, to: FocusAfterEdit) => {
    const name = nameOf(row, column)
    const stored = cellAt(row, column)?.value
    if (name && (stored === undefined || asShown(stored) !== text)) onEdit([name], text)
    close(row, column, to)
  })
  const cancel = useStableCallback(close)
  const actions = useMemo<CellActions>(
    () => ({ command, copyTo, leave, typed, commit, cancel }),
    [command, copyTo, leave, typed, commit, cancel],
  )
  return { revealed, hide, copied, run, edit, cellAt, nameOf, actions }
}
