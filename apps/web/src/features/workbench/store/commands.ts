import { copyFailed } from '../../../ui/text/copy-button.tsx'
import { copyText } from '../../../ui/text/copy-text.ts'
import { keysOfRow } from '../arrangement/fold-keys.ts'
import { existingSelection, toggled, toggledAll } from '../arrangement/selection.ts'
import { asShown } from '../data/exact-text.ts'
import { editableAt, keyAt, targetAt } from './cells.ts'
import type { Command } from './row-commands.ts'
import type { Read, SharedActions, Update } from './shared-actions.ts'
import type { CellName, GridPosition, OpenDialog } from './state.ts'

const copiedForMs = 2_000

/** What is done with one value: copying, revealing and editing it. */
export function valueActions(read: Read, update: Update, shared: SharedActions) {
  let copies: ReturnType<typeof setTimeout> | undefined
  /** Copies a value to other environments, as drafts. */
  const copyTo = (at: GridPosition, ids: readonly number[]) => {
    const { key, value } = targetAt(read(), at) ?? {}
    if (key === undefined || value === undefined || !read().canWrite) return
    const cells = ids.map((id) => ({ id, key }))
    shared.change(() => shared.edit(cells, value))
  }
  return {
    copyTo,
    /** Copies a value to the other side of a comparison, as a draft. */
    copyOver: (row: number, isToRight: boolean) => {
      const to = read().columns.list[isToRight ? 1 : 0]
      if (to) copyTo({ row, column: isToRight ? 1 : 2 }, [to.id])
      return to !== undefined
    },
    copyValue: async (name: CellName, value: string) => {
      try {
        await copyText(value)
        update({ copied: name })
        clearTimeout(copies)
        copies = setTimeout(() => update({ copied: undefined }), copiedForMs)
      } catch (error) {
        copyFailed('Failed to copy value')(error)
      }
    },
    reveal: (name: CellName) => {
      const { revealed } = read()
      const isShown = revealed?.key === name.key && revealed.id === name.id
      update({ revealed: isShown ? undefined : name })
    },
    /** Begins to edit a cell, with its value or with what was typed. */
    begin: (at: GridPosition, typed?: string) => {
      const cell = editableAt(read(), at)
      const stored = cell && read().reads.get(cell.id)
      if (!cell || !stored) return
      const { key, id, value: before = '' } = cell
      const editing = { key, id, version: stored.version, before, text: typed ?? asShown(before) }
      shared.change(() => update({ at, revealed: undefined, editing }))
    },
    /** Replaces a value by the text, unless it looks the same: then its bytes stay. */
    commit: (text: string) => {
      const { editing } = read()
      update({ editing: undefined })
      if (editing && asShown(editing.before) !== text) shared.edit([editing], text)
    },
    cancelEdit: () => update({ editing: undefined }),
    paste: (at: GridPosition, text: string) => {
      const cell = editableAt(read(), at)
      if (!cell) return false
      shared.change(() => shared.edit([cell], text))
      return true
    },
  }
}

/** The dialog that a command on rows of the table opens. */
export function dialogOf(command: Command, keys: readonly string[]): OpenDialog | undefined {
  if (command === 'remove') return { what: 'delete', keys }
  const isMove = command === 'moveTo'
  return isMove || command === 'copyTo' ? { what: 'copy', keys, isMove } : undefined
}

/** The commands of rows and cells, by key or button. */
export function commandActions(
  read: Read,
  update: Update,
  actions: SharedActions & ReturnType<typeof valueActions>,
) {
  const runOnPrefix = (command: Command, row: number) => {
    const line = read().lines[row]
    if (line?.kind !== 'prefix') return
    if (command === 'select') update({ selection: toggledAll(read().selection, keysOfRow(line)) })
    if (command === 'toggle') actions.fold(line.prefix, false)
  }
  const changeRow = (command: Command, key: string) => {
    const { selection, variables } = read()
    // All selected ones, if the row is among them.
    const keys = selection.keys.has(key) ? existingSelection(selection, variables) : [key]
    const dialog = command === 'edit' ? ({ what: 'edit', key } as const) : dialogOf(command, keys)
    if (dialog) actions.open(dialog)
  }
  const changeCell = (command: Command, at: GridPosition) => {
    const cell = editableAt(read(), at)
    if (!cell) return
    if (command === 'edit') actions.begin(at)
    if (command === 'revert') actions.revert(cell.id, cell.key)
    if (command === 'remove' && cell.value !== undefined) actions.change(() => actions.edit([cell], null))
  }
  return {
    run: (command: Command, at: GridPosition) => {
      const state = read()
      const target = targetAt(state, at)
      if (!target) return runOnPrefix(command, at.row)
      const { key, id, value } = target
      // Two values are compared, so they are revealed together.
      const isBoth = state.layout === 'compare'
      if (command === 'toggle' && (value !== undefined || isBoth))
        return actions.reveal(isBoth ? { key } : { key, id })
      if (command === 'copy' && value !== undefined) return void actions.copyValue({ key, id }, value)
      if (command === 'select') return update({ selection: toggled(state.selection, key) })
      if (command === 'history') return actions.open({ what: 'key-history', key })
      if (!state.canWrite) return
      if (state.layout === 'table') return actions.change(() => changeRow(command, key))
      changeCell(command, at)
    },
    /** Esc: hides, then clears the selection, then the search. @returns whether there was any of them */
    leave: () => {
      const { revealed, selection, typed } = read()
      if (revealed) actions.hide()
      else if (selection.keys.size > 0) actions.clearSelection()
      else if (typed === '') return false
      else actions.setTyped('')
      return true
    },
    /** Opens the menu of a row or cell by the keyboard. */
    openMenu: (at: GridPosition) => {
      const { layout } = read()
      if (keyAt(read(), at.row) === undefined) return false
      update({ at, menu: layout === 'table' ? { ...at, column: 0 } : at })
      return true
    },
    closeMenu: () => update({ menu: undefined }),
  }
}
