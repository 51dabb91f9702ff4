import type { Environment } from '@envhold/contract/environments/environments.ts'
import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useConnection } from '../../../connection/use-connection.ts'
import type { Column } from '../comparison/key-rows.ts'
import { asShown } from '../data/exact-text.ts'
import { type ReadVariables, variablesQuery } from '../data/variable-queries.ts'
import { storedValue } from '../drafts/edits.ts'
import type { ArrangementStore } from '../store/arrangement.ts'
import { type Drafts, isListed, savableDrafts, useDrafts } from '../store/drafts.ts'
import type { Editing } from './cell-props.ts'
import type { CellName } from './grid-state.ts'
import { useColumns } from './use-columns.ts'
import { useFoldedRows } from './use-folded-rows.ts'
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
  const editing = useCellEditing(open, environments, ({ id, key }, text) =>
    put(id, { version: drafts.get(id)?.version ?? 0, edits: new Map(editsOf(id)).set(key, text) }),
  )
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

/**
 * The cell being edited. Typed text survives locking the vault, and its environment by `keep`; an unchanged value does
 * not.
 */
function useCellEditing(
  isOpen: boolean,
  environments: readonly Environment[],
  keep: (cell: CellName, text: string) => void,
) {
  const [editing, setEditing] = useState<CellName & Editing>()
  const [isDirty, setDirty] = useState(false)
  const typed = useRef('')
  const hide = useEffectEvent(() => {
    if (editing && isDirty) return setEditing({ ...editing, text: typed.current, before: '' })
    typed.current = ''
    setEditing(undefined)
  })
  useEffect(() => {
    if (!isOpen) hide()
  }, [isOpen])
  const isGone = editing !== undefined && !isListed(environments, editing.id)
  const leave = useEffectEvent(() => {
    if (editing && isDirty) keep(editing, typed.current)
    setEditing(undefined)
  })
  useEffect(() => {
    if (isGone) leave()
  }, [isGone])
  return {
    editing,
    isDirty: editing !== undefined && isDirty,
    /** `text`: what was typed to begin with, instead of the value before. */
    begin: (cell: CellName | undefined, before: string, text = before) => {
      typed.current = text
      setDirty(asShown(text) !== asShown(before))
      setEditing(cell && { ...cell, text, before })
    },
    onTyped: (text: string) => {
      typed.current = text
      setDirty(text !== asShown(editing?.before ?? ''))
    },
  }
}

const combine = (results: UseQueryResult<ReadVariables>[]) =>
  results.map(({ data, error }) => ({ data, error }))

/** The variables of all environments, and which of them could not be read. */
function useGridReads(environments: readonly Environment[], drafts: Drafts, isOpen: boolean) {
  const connection = useConnection()
  const reads = useQueries({
    queries: environments.map(({ id }) => ({ ...variablesQuery(connection, id), enabled: isOpen })),
    combine,
  })
  const columns = useMemo(
    () =>
      environments.map(
        ({ id, name, protected: isProtected }, at): Column => ({
          id,
          name,
          isProtected,
          variables: reads[at]?.data?.variables,
          edits: drafts.get(id)?.edits ?? new Map<string, string | null>(),
        }),
      ),
    [environments, reads, drafts],
  )
  const failed = environments.filter((_, at) => reads[at]?.error && !reads[at]?.data)
  return {
    columns,
    readOf: (id: number) => reads[environments.findIndex((environment) => environment.id === id)]?.data,
    anyRead: reads.some(({ data }) => data),
    isLoading: reads.some(({ data, error }) => !data && !error),
    failed,
    error: reads.find(({ error }) => error)?.error,
    retry: () => {
      for (const { id } of failed) void connection.queries.refetchQueries(variablesQuery(connection, id))
    },
  }
}
