import { flushSync } from 'react-dom'
import { toast } from '../../../ui/feedback/toast.ts'
import type { KeySort, TableArrangement } from '../arrangement/arrangement.ts'
import {
  type ColumnSettings,
  neighbourColumn,
  saveColumns,
  withMoved,
  withPinned,
  withWidth,
} from '../arrangement/column-settings.ts'
import { prefixesOf, rowIndexOf, toggledFold } from '../arrangement/fold-keys.ts'
import { allOrNone, clickedSelection, noSelection, passedSelection } from '../arrangement/selection.ts'
import { storedValue } from '../drafts/edits.ts'
import type { Draft } from '../drafts/save-edits.ts'
import { draftsOf, draftsWith, editsOf, unsavableDrafts } from './drafts.ts'
import type { Filter } from './filters.ts'
import type { CellName, GridPosition, OpenDialog, WorkbenchState } from './state.ts'

export type Read = () => WorkbenchState
export type Update = (change: Partial<WorkbenchState>) => void
export type SharedActions = ReturnType<typeof sharedActions>

/** What is done with the page and its rows: searching, sorting, choosing, dialogs, columns and drafts. */
export const sharedActions = (read: Read, update: Update) => ({
  ...searchActions(read, update),
  ...dialogActions(read, update),
  ...selectionActions(read, update),
  ...columnActions(read, update),
  ...draftActions(read, update),
})

function searchActions(read: Read, update: Update) {
  const arrange = (change: Partial<TableArrangement>) => {
    const arrangement = { ...read().arrangement, ...change }
    update({ arrangement })
    read().memory?.save(arrangement)
  }
  const setTyped = (typed: string) => update({ typed, nextFocus: undefined })
  const setFilter = (filter: Filter) => {
    update({ filter })
    if (read().layout === 'table') read().ways.onFilter(filter)
  }
  return {
    setTyped,
    setFilter,
    clearFilters: () => {
      setTyped('')
      setFilter('all')
    },
    sort: (sort: KeySort) => arrange({ sort }),
    /** Folds a prefix or unfolds it; with `withAll`, all of them likewise. */
    fold: (prefix: string, withAll: boolean) => {
      const { arrangement, lines } = read()
      const folded = toggledFold(new Set(arrangement.folded), prefix, withAll ? prefixesOf(lines) : [])
      arrange({ folded: [...folded] })
    },
    /** Unfolds the prefix of a key, so that it has a row. */
    unfold: (key: string) => {
      const { lines, arrangement } = read()
      const row = lines[rowIndexOf(lines, key)]
      if (row?.kind === 'prefix')
        arrange({ folded: arrangement.folded.filter((each) => each !== row.prefix) })
    },
  }
}

function dialogActions(read: Read, update: Update) {
  /** Runs a change, or says why it is blocked. */
  const change = (run: () => void) => {
    const { blocked } = read()
    if (blocked === undefined) run()
    else toast.info(blocked, { kind: 'blocked' })
  }
  const open = (dialog: OpenDialog) => update({ dialog })
  return {
    change,
    open,
    openChange: (dialog: OpenDialog) => change(() => open(dialog)),
    close: () => update({ dialog: undefined }),
    /** Closes the dialog and leads to a key, whose row neither search nor filter may hide. */
    showKey: (key: string) => {
      const { typed, filter, layout, ways } = read()
      const isHidden = !key.toLowerCase().includes(typed.trim().toLowerCase())
      // The form is gone before the URL changes: that would ask about its input.
      flushSync(() =>
        update({
          dialog: undefined,
          nextFocus: { key },
          ...(isHidden && { typed: '' }),
          ...(filter && { filter: 'all' }),
        }),
      )
      if (filter && filter !== 'all' && layout === 'table') ways.onFilter('all')
    },
    /** Adds a row for a key that no environment has yet. */
    addKey: (key: string) => {
      const added = new Set(read().added).add(key)
      update({ added, typed: '', dialog: undefined, nextFocus: { key } })
    },
    toRows: () => update({ nextFocus: { row: 0 } }),
    /** Once the rows are removed, the one in the place of the focused one gets the focus. */
    afterRemoval: (keys: readonly string[]) =>
      update({ selection: noSelection, nextFocus: { row: read().at.row, without: keys } }),
  }
}

function selectionActions(read: Read, update: Update) {
  let isHeld = false
  let left: CellName | undefined
  const hideOne = ({ key, id }: CellName) => {
    const { revealed } = read()
    if (revealed?.key === key && revealed.id === id) update({ revealed: undefined })
  }
  return {
    focus: (at: GridPosition) => update({ at: { ...at, isRequested: true } }),
    focusHead: (head: number) => update({ head }),
    list: (key: string, anchor: HTMLElement) => update({ listed: { key, anchor } }),
    clearSelection: () => update({ selection: noSelection }),
    selectAll: () => update({ selection: allOrNone(read().selection, read().keys) }),
    /** A click on the box of a row; `range` with Shift. */
    select: (row: number, range: boolean) => {
      const { selection, lines, keys } = read()
      update({ selection: clickedSelection(selection, lines[row], keys, range) })
    },
    selectPassed: (from: number, to: number) => {
      const { selection, lines, keys } = read()
      update({ selection: passedSelection(selection, lines, keys, { from, to }) })
    },
    hide: () => update({ revealed: undefined }),
    /** The focus has left a cell. */
    hideOne: (name: CellName) => {
      if (isHeld) left = name
      else hideOne(name)
    },
    /**
     * A mouse press begins: hiding a long value moves the rows below it, and the press would end on another row than it
     * began on.
     */
    holdRevealed: () => {
      isHeld = true
    },
    releaseRevealed: () => {
      isHeld = false
      // The click event follows immediately.
      const name = left
      left = undefined
      if (name) setTimeout(() => hideOne(name))
    },
  }
}

function columnActions(read: Read, update: Update) {
  const set = (settings: ColumnSettings) => {
    update({ settings })
    saveColumns(localStorage, read().project.id, settings)
  }
  /** Chooses the two environments; what a side shows goes to the other one if that is chosen for it. */
  const setPair = (pair: readonly [number, number]) => {
    if (read().layout === 'compare') update({ pair })
    else set({ ...read().settings, pair })
  }
  return {
    setColumns: set,
    pin: (id: number, isPinned: boolean) => set(withPinned(read().settings, id, isPinned)),
    compact: (id: number, isCompact: boolean) =>
      set(withWidth(read().settings, [id], isCompact ? 'compact' : 'wide')),
    hideColumn: (id: number) => set(withWidth(read().settings, [id], 'hidden')),
    move: (id: number, step: -1 | 1) => {
      const { settings, columns } = read()
      const to = neighbourColumn(columns.arranged, id, step)
      if (to !== undefined) set(withMoved(settings, columns.arranged, id, to))
    },
    setPair,
    /** Swaps the sides. @returns whether there are two */
    swap: () => {
      const { pair } = read()
      if (pair) setPair([pair[1], pair[0]])
      return pair !== undefined
    },
  }
}

function draftActions(read: Read, update: Update) {
  /** Edits cells by environment and key, and the version at which that began if it is not now; null removes. */
  const edit = (
    cells: readonly { readonly id: number; readonly key: string; readonly version?: number }[],
    value: string | null,
  ) => {
    let { drafts } = read()
    for (const { id, key, version } of cells) {
      const stored = read().reads.get(id)
      if (!stored) continue
      const base = { variables: stored.variables, version: version ?? stored.version }
      drafts = draftsWith(drafts, id, base, { key, value })
    }
    update({ drafts })
  }
  return {
    edit,
    putDraft: (id: number, draft: Draft | undefined) =>
      update({ drafts: draftsOf(read().drafts, id, draft) }),
    discardDrafts: () => {
      const { drafts, environments } = read()
      update({ drafts: new Map(unsavableDrafts(drafts, environments)) })
    },
    revert: (id: number, key: string) => {
      const stored = read().reads.get(id)
      if (stored && editsOf(read().drafts, id).has(key))
        edit([{ id, key }], storedValue(stored.variables, key))
    },
    typeCell: (text: string) => {
      const { editing } = read()
      if (editing) update({ editing: { ...editing, text } })
    },
  }
}
