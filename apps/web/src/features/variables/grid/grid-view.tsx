import type { Environment } from '@envhold/contract/environments.ts'
import type { Project } from '@envhold/contract/projects.ts'
import { may } from '@envhold/contract/roles.ts'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { useUnsaved } from '../../../connection/unsaved/use-unsaved.ts'
import { useVaultOpen } from '../../../connection/use-connection.ts'
import { useChange } from '../../../ui/blocked.tsx'
import { useMedia } from '../../../ui/use-media.ts'
import { useWhenReady } from '../../../ui/use-when-ready.ts'
import { storedValue } from '../drafts/edits.ts'
import { UnlockInPlace } from '../unlock-in-place.tsx'
import { useFocusAfterUnlock } from '../use-focus-after-unlock.ts'
import { TableSkeleton } from '../variables-states.tsx'
import { AddKeyDialog } from './add-key-dialog.tsx'
import { ChangesRetained, ReadProblems } from './grid-problems.tsx'
import type { CellName } from './grid-state.ts'
import { EmptyGrid, GridFooter } from './grid-states.tsx'
import { GridToolbar } from './grid-toolbar.tsx'
import { SaveDrafts } from './save-drafts.tsx'
import { useCellEditing } from './use-cell-editing.ts'
import { countEdits, useDrafts } from './use-drafts.ts'
import { useGridReads } from './use-grid-reads.ts'
import { useKeyRows } from './use-key-rows.ts'
import { VariablesGrid } from './variables-grid.tsx'
import { environmentsOf } from './variables-grid-row.tsx'

interface Props {
  project: Project
  environments: readonly Environment[]
  /** The view switch at the left of the toolbar. */
  views: ReactNode
  /** The initial search. */
  find: string | undefined
  /** A command requested the dialog for a new variable. */
  addRequested: boolean
  onAddStarted: () => void
}

/** All keys of all environments side by side. Edits are collected and saved as one version for each environment. */
export default function GridView({
  project,
  environments: list,
  views,
  find,
  addRequested,
  onAddStarted,
}: Props) {
  const open = useVaultOpen()
  const stacked = useMedia('(width < 40rem)')
  const { drafts, editsOf, edit, put, discard } = useDrafts()
  const { columns, readOf, anyRead, ...reads } = useGridReads(list, drafts, open)
  const { all, rows, counts, ...narrowed } = useKeyRows(columns, find)
  const { editing, isDirty, begin, onTyped } = useCellEditing(open)
  const environments = useMemo(() => environmentsOf(list), [list])
  const [adding, setAdding] = useState(false)
  const [goTo, setGoTo] = useState<{ key: string }>()
  const section = useRef<HTMLElement>(null)
  const canWrite = may(project.user_role, 'write')
  const change = useChange()
  const count = countEdits(drafts)
  useUnsaved(count > 0 || isDirty)
  useFocusAfterUnlock(section, open, anyRead)
  useWhenReady(addRequested && open && canWrite && anyRead && !adding, () => {
    onAddStarted()
    change(() => setAdding(true))
  })

  const beginEditing = (cell: CellName | undefined) => {
    const row = cell && all.find(({ key }) => key === cell.key)
    begin(cell, row?.cells[list.findIndex(({ id }) => id === cell?.id)]?.value ?? '')
  }
  const editCells = (cells: readonly CellName[], value: string | null) => {
    for (const { id, key } of cells) {
      const read = readOf(id)
      if (read) edit(id, read, key, value)
    }
  }
  const revert = ({ id, key }: CellName) => {
    const read = readOf(id)
    if (read && editsOf(id).has(key)) edit(id, read, key, storedValue(read.variables, key))
  }
  const add = (key: string) => {
    narrowed.add(key)
    setAdding(false)
    setGoTo({ key })
  }
  return (
    <section ref={section} aria-label="Variables across environments" className="grid min-w-0 gap-4">
      <GridToolbar
        views={views}
        open={open}
        filter={narrowed.filter}
        counts={counts}
        search={narrowed.typed}
        canAdd={canWrite && anyRead}
        onFilter={narrowed.setFilter}
        onSearch={narrowed.setTyped}
        onAdd={() => setAdding(true)}
        onDown={() => rows[0] && setGoTo({ key: rows[0].key })}
      />
      {!open && count > 0 && <ChangesRetained count={count} />}
      {!open && <UnlockInPlace />}
      {open && !anyRead && reads.failed.length === 0 && <TableSkeleton rows={10} />}
      {open && (
        <ReadProblems failed={reads.failed} error={reads.error} anyRead={anyRead} onRetry={reads.retry} />
      )}
      {open && anyRead && rows.length > 0 && (
        <VariablesGrid
          rows={rows}
          environments={environments}
          search={narrowed.search}
          canWrite={canWrite}
          stacked={stacked}
          editing={editing}
          goTo={goTo}
          onEditing={beginEditing}
          onTyped={onTyped}
          onEdit={editCells}
          onRevert={revert}
          onLeave={() => narrowed.setTyped('')}
        />
      )}
      {open && anyRead && rows.length === 0 && (
        <EmptyGrid filter={narrowed.filter} search={narrowed.search} onClear={narrowed.clear} />
      )}
      {open && anyRead && <GridFooter shown={rows.length} total={all.length} canWrite={canWrite} />}
      {open && count > 0 && (
        <SaveDrafts environments={list} drafts={drafts} readOf={readOf} onPut={put} onDiscard={discard} />
      )}
      {adding && open && <AddKeyDialog taken={all} onAdd={add} onClose={() => setAdding(false)} />}
    </section>
  )
}
