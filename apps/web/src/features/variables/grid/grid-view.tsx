import type { Environment } from '@envhold/contract/environments.ts'
import type { Project } from '@envhold/contract/projects.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { useQueries } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useDeferredValue, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { errorText } from '../../../connection/error-text.ts'
import { useConnection, useVaultOpen } from '../../../connection/use-connection.ts'
import { useUnsaved } from '../../../connection/use-unsaved.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { useMedia } from '../../../ui/use-media.ts'
import { useWhenReady } from '../../../ui/use-when-ready.ts'
import { UnlockInPlace } from '../unlock-in-place.tsx'
import { useFocusAfterUnlock } from '../use-focus-after-unlock.ts'
import type { ReadVariables } from '../variable-queries.ts'
import { variablesQuery } from '../variable-queries.ts'
import { TableSkeleton } from '../variables-states.tsx'
import { AddKeyDialog } from './add-key-dialog.tsx'
import { EmptyGrid, GridFooter } from './grid-states.tsx'
import { GridToolbar } from './grid-toolbar.tsx'
import type { Filter } from './key-rows.ts'
import { countRows, filterRows, keyRows } from './key-rows.ts'
import { SaveDrafts } from './save-drafts.tsx'
import { countEdits, useDrafts } from './use-drafts.ts'
import type { CellName } from './variables-grid.tsx'
import { VariablesGrid } from './variables-grid.tsx'
import type { Environments } from './variables-grid-row.tsx'

interface Props {
  project: Project
  environments: readonly Environment[]
  /** Chooses another view; stands at the left of the toolbar. */
  views: ReactNode
  /** What is searched for at first. */
  find: string | undefined
  /** A new variable was asked for elsewhere. */
  adds: boolean
  onAdding: () => void
}

const readings = (results: UseQueryResult<ReadVariables>[]) =>
  results.map(({ data, error, isPending }) => ({ data, error, isPending }))

const environmentsOf = (list: readonly Environment[]): Environments => ({
  list,
  others: new Map(list.map(({ id }) => [id, list.filter((other) => other.id !== id)])),
  template: `15rem repeat(${list.length}, minmax(14rem, 1fr))`,
})

/** Every key of every environment side by side. Edits are collected, and saved as one version for each environment. */
export default function GridView({ project, environments: list, views, find, adds, onAdding }: Props) {
  const connection = useConnection()
  const open = useVaultOpen()
  const stacked = useMedia('(width < 40rem)')
  const { drafts, editsOf, edit, put, discard } = useDrafts()
  const [filter, setFilter] = useState<Filter>('all')
  const [typed, setTyped] = useState(find ?? '')
  const search = useDeferredValue(typed.trim())
  const [added, setAdded] = useState<ReadonlySet<string>>(new Set())
  const [adding, setAdding] = useState(false)
  const [goTo, setGoTo] = useState<{ key: string }>()
  const [editing, setEditing] = useState<CellName & { text: string; before: string }>()
  const typing = useRef('')
  const [dirtyCell, setDirtyCell] = useState(false)
  const canWrite = project.user_role !== 'read'

  const reads = useQueries({
    queries: list.map(({ id }) => ({ ...variablesQuery(connection, id), enabled: open })),
    combine: readings,
  })
  const columns = useMemo(
    () =>
      list.map(({ id, name }, at) => ({
        id,
        name,
        variables: reads[at]?.data?.variables,
        edits: drafts.get(id)?.edits ?? new Map<string, string | null>(),
      })),
    [list, reads, drafts],
  )
  const environments = useMemo(() => environmentsOf(list), [list])
  const all = useMemo(() => keyRows(columns, added), [columns, added])
  const rows = useMemo(() => filterRows(all, { filter, search, added }), [all, filter, search, added])
  const counts = useMemo(() => countRows(all), [all])
  const readOf = (id: number) => reads[list.findIndex((environment) => environment.id === id)]?.data

  const count = countEdits(drafts)
  useUnsaved(count > 0 || (editing !== undefined && dirtyCell))
  // What was typed outlives a locked vault; a value that was only looked at does not.
  const putAway = useEffectEvent(() => {
    if (editing && dirtyCell) return setEditing({ ...editing, text: typing.current, before: '' })
    typing.current = ''
    setEditing(undefined)
  })
  useEffect(() => {
    if (!open) putAway()
  }, [open])

  const begin = (cell: CellName | undefined) => {
    const row = cell && all.find(({ key }) => key === cell.key)
    const before = row?.cells[list.findIndex(({ id }) => id === cell?.id)]?.value ?? ''
    typing.current = before
    setDirtyCell(false)
    setEditing(cell && { ...cell, text: before, before })
  }
  const putIn = (cells: readonly CellName[], value: string | null) => {
    for (const { id, key } of cells) {
      const read = readOf(id)
      if (read) edit(id, read, key, value)
    }
  }
  const revert = ({ id, key }: CellName) => {
    const read = readOf(id)
    if (read && editsOf(id).has(key)) edit(id, read, key, read.variables.get(key) ?? null)
  }
  const add = (key: string) => {
    setAdded(new Set(added).add(key))
    setTyped('')
    setAdding(false)
    setGoTo({ key })
  }

  const anyRead = reads.some(({ data }) => data)
  useWhenReady(adds && open && canWrite && anyRead && !adding, () => {
    onAdding()
    setAdding(true)
  })
  const section = useRef<HTMLElement>(null)
  useFocusAfterUnlock(section, open, anyRead)
  const failed = list.filter((_, at) => reads[at]?.error && !reads[at]?.data)
  const retry = () => {
    for (const { id } of failed) void connection.queries.refetchQueries(variablesQuery(connection, id))
  }
  return (
    <section ref={section} aria-label="Variables across environments" className="grid min-w-0 gap-4">
      <GridToolbar
        views={views}
        open={open}
        filter={filter}
        counts={counts}
        search={typed}
        canAdd={canWrite && anyRead}
        onFilter={setFilter}
        onSearch={setTyped}
        onAdd={() => setAdding(true)}
        onDown={() => rows[0] && setGoTo({ key: rows[0].key })}
      />
      {!open && count > 0 && (
        <Banner title={count === 1 ? 'Your change is kept' : `Your ${count} changes are kept`}>
          {count === 1 ? 'It was not saved yet, and is' : 'They were not saved yet, and are'} here again once
          the vault is open.
        </Banner>
      )}
      {!open && <UnlockInPlace />}
      {open && !anyRead && failed.length === 0 && <TableSkeleton rows={10} />}
      {open && failed.length > 0 && !anyRead && (
        <ErrorState title="The variables did not load" onRetry={retry}>
          {errorText(reads.find(({ error }) => error)?.error)} What is stored is safe.
        </ErrorState>
      )}
      {open && failed.length > 0 && anyRead && (
        <Banner
          tone="warn"
          title={`${failed.map(({ name }) => name).join(', ')} did not load`}
          action={
            <Button variant="secondary" size="sm" onClick={retry}>
              Try again
            </Button>
          }
        >
          What is stored is safe. The others are compared without it.
        </Banner>
      )}
      {open && anyRead && rows.length > 0 && (
        <VariablesGrid
          rows={rows}
          environments={environments}
          search={search}
          canWrite={canWrite}
          stacked={stacked}
          editing={editing}
          goTo={goTo}
          onEditing={begin}
          onTyped={(text) => {
            typing.current = text
            setDirtyCell(text !== editing?.before)
          }}
          onEdit={putIn}
          onRevert={revert}
          onLeave={() => setTyped('')}
        />
      )}
      {open && anyRead && rows.length === 0 && (
        <EmptyGrid
          filter={filter}
          search={search}
          onClear={() => {
            setFilter('all')
            setTyped('')
          }}
        />
      )}
      {open && anyRead && <GridFooter shown={rows.length} total={all.length} canWrite={canWrite} />}
      {open && count > 0 && (
        <SaveDrafts environments={list} drafts={drafts} readOf={readOf} onPut={put} onDiscard={discard} />
      )}
      {adding && open && <AddKeyDialog taken={all} onAdd={add} onClose={() => setAdding(false)} />}
    </section>
  )
}
