import type { Environment } from '@envhold/contract/environments.ts'
import { useMemo } from 'react'
import { storedValue } from '../drafts/edits.ts'
import type { ArrangementStore } from '../table-arrangement.ts'
import type { CellName } from './grid-state.ts'
import { useCellEditing } from './use-cell-editing.ts'
import { useColumns } from './use-columns.ts'
import { savableDrafts, useDrafts } from './use-drafts.ts'
import { useFoldedRows } from './use-folded-rows.ts'
import { useGridReads } from './use-grid-reads.ts'
import { useKeyRows } from './use-key-rows.ts'

interface Options {
  /** The environment that was used last. */
  lastUsed: number
  /** The initial search. */
  find: string | undefined
  isPhone: boolean
  /** The vault is open. */
  open: boolean
  /** Without it, what is folded is forgotten with the grid. */
  store: ArrangementStore | undefined
}

/** What the grid shows: columns, rows and drafts, and what changes them. */
export function useGridContent(
  projectId: number,
  environments: readonly Environment[],
  { lastUsed, find, isPhone, open, store }: Options,
) {
  const { drafts, editsOf, edit, put, discard } = useDrafts()
  const arrangement = useColumns(projectId, environments, { drafts, lastUsed, isPhone })
  const { columns, toRead } = arrangement
  const savable = savableDrafts(drafts, environments)
  const { columns: read, readOf, isLoading, failed, error, retry } = useGridReads(toRead, drafts, open)
  const compared = useMemo(
    () => read.filter(({ id }) => columns.list.some((column) => column.id === id)),
    [read, columns],
  )
  const narrowed = useKeyRows(compared, {
    isLoading: open && isLoading,
    startsWithDiffering: isPhone,
    find,
  })
  const isFoldable = narrowed.filter === 'all' && narrowed.search === ''
  const folded = useFoldedRows(narrowed.rows, { isFoldable, store })
  const editing = useCellEditing(open)
  const anyRead = compared.some(({ variables }) => variables)
  return {
    drafts,
    savable,
    arrangement,
    narrowed,
    folded,
    reads: {
      readOf,
      failed,
      error,
      retry,
      anyRead,
      // A phone shows what differs: it is known once both are read.
      isReady: anyRead && narrowed.isCompared && !(isPhone && isLoading),
    },
    edits: {
      editing: editing.editing,
      isDirty: editing.isDirty,
      onTyped: editing.onTyped,
      put,
      discard: () => discard(savable.keys()),
      begin: (cell: CellName | undefined, typed?: string) => {
        const row = cell && narrowed.all.find(({ key }) => key === cell.key)
        const at = columns.list.find(({ id }) => id === cell?.id)?.cell
        editing.begin(cell, at === undefined ? '' : (row?.cells[at]?.value ?? ''), typed)
      },
      edit: (cells: readonly CellName[], value: string | null) => {
        for (const { id, key } of cells) {
          const stored = readOf(id)
          if (stored) edit(id, stored, key, value)
        }
      },
      revert: ({ id, key }: CellName) => {
        const stored = readOf(id)
        if (stored && editsOf(id).has(key)) edit(id, stored, key, storedValue(stored.variables, key))
      },
    },
  }
}
