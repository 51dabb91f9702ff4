import type { Environment } from '@envhold/contract/environments/environments.ts'
import type { Project } from '@envhold/contract/projects/projects.ts'
import { may } from '@envhold/contract/projects/roles.ts'
import { type ReactNode, useRef, useState } from 'react'
import { useUnsaved } from '../../../connection/unsaved/use-unsaved.ts'
import { useVaultOpen } from '../../../connection/use-connection.ts'
import { useChange } from '../../../ui/feedback/blocked.tsx'
import { useIsPhone } from '../../../ui/use-media.ts'
import { useWhenReady } from '../../../ui/use-when-ready.ts'
import { UnlockInPlace } from '../parts/unlock-in-place.tsx'
import { useFocusAfterUnlock } from '../parts/use-focus-after-unlock.ts'
import { TableSkeleton } from '../parts/variables-states.tsx'
import type { ArrangementStore } from '../store/arrangement.ts'
import { countEdits } from '../store/drafts.ts'
import { AddKeyDialog } from './add-key-dialog.tsx'
import { ChangesRetained, ReadProblems } from './grid-problems.tsx'
import { EmptyGrid, GridFooter } from './grid-states.tsx'
import { GridToolbar } from './grid-toolbar.tsx'
import { PairLine } from './pair-line.tsx'
import { SaveDrafts } from './save-drafts.tsx'
import { UnsavableDrafts } from './unsavable-drafts.tsx'
import { useColumnActions } from './use-column-actions.ts'
import { useGridContent } from './use-grid-content.ts'
import { VariablesGrid } from './variables-grid.tsx'

const padded = 'grid gap-3 px-(--gutter) py-4'

interface Props {
  project: Project
  environments: readonly Environment[]
  /** Shown at the left of the tools. */
  lead: ReactNode
  /** The initial search. */
  find: string | undefined
  /** The environment that was used last. */
  lastUsed: number
  onOpenTable: (id: number) => void
  onCompare: (id: number) => void
  /** Without it, what is folded is forgotten with the grid. */
  store?: ArrangementStore | undefined
  /** A command requested the dialog for a new variable. */
  addRequested: boolean
  onAddStarted: () => void
}

/** All keys of all environments side by side. Edits are collected and saved as one version for each environment. */
export default function GridView({
  project,
  environments: list,
  lead,
  find,
  lastUsed,
  onOpenTable,
  onCompare,
  store,
  addRequested,
  onAddStarted,
}: Props) {
  const open = useVaultOpen()
  const isPhone = useIsPhone()
  const content = useGridContent(project.id, list, { lastUsed, find, isPhone, open, store })
  const { drafts, savable, arrangement, narrowed, folded, reads, edits } = content
  const { settings, arranged, columns, pair, change: changeColumns } = arrangement
  const { all, rows, counts } = narrowed
  const { anyRead, isReady } = reads
  const columnActions = useColumnActions(arrangement, { onOpenTable, onCompare })
  const [adding, setAdding] = useState(false)
  const [goTo, setGoTo] = useState<{ key: string | undefined }>()
  const section = useRef<HTMLElement>(null)
  const canWrite = may(project.user_role, 'write')
  const change = useChange()
  const count = countEdits(drafts)
  useUnsaved(count > 0 || edits.isDirty)
  useFocusAfterUnlock(section, open, anyRead)
  useWhenReady(addRequested && open && canWrite && anyRead && !adding, () => {
    onAddStarted()
    change(() => setAdding(true))
  })

  const add = (key: string) => {
    narrowed.add(key)
    folded.unfold(key)
    setAdding(false)
    setGoTo({ key })
  }
  return (
    <section ref={section} aria-label="Variables across environments" className="grid min-w-0 grid-cols-1">
      <GridToolbar
        lead={lead}
        open={open}
        filter={narrowed.filter}
        counts={counts}
        search={narrowed.typed}
        canAdd={canWrite && anyRead}
        columns={
          pair || list.length < 2
            ? undefined
            : {
                environments: list,
                arranged,
                settings,
                onChange: changeColumns,
                onReset: arrangement.reset,
              }
        }
        onFilter={narrowed.setFilter}
        onSearch={narrowed.setTyped}
        onAdd={() => setAdding(true)}
        onDown={() => setGoTo({ key: undefined })}
      />
      {open && pair && (
        <PairLine
          environments={list}
          pair={pair}
          onChange={(chosen) => changeColumns({ ...settings, pair: chosen })}
        />
      )}
      {!open && (
        <div className={padded}>
          {count > 0 && <ChangesRetained count={count} />}
          <UnlockInPlace />
        </div>
      )}
      {open && <UnsavableDrafts project={project} environments={list} drafts={drafts} onPut={edits.put} />}
      {open && !isReady && (anyRead || reads.failed.length === 0) && <TableSkeleton rows={10} />}
      {open && reads.failed.length > 0 && (
        <div className={padded}>
          <ReadProblems failed={reads.failed} error={reads.error} anyRead={anyRead} onRetry={reads.retry} />
        </div>
      )}
      {open && isReady && rows.length > 0 && (
        <VariablesGrid
          folded={folded}
          columns={columns}
          search={narrowed.search}
          canWrite={canWrite}
          stacked={isPhone}
          editing={edits.editing}
          goTo={goTo}
          columnActions={columnActions}
          onEditing={edits.begin}
          onTyped={edits.onTyped}
          onEdit={edits.edit}
          onRevert={edits.revert}
          onLeave={() => narrowed.setTyped('')}
        />
      )}
      {open && isReady && rows.length === 0 && (
        <div className={padded}>
          <EmptyGrid filter={narrowed.filter} search={narrowed.search} onClear={narrowed.clear} />
        </div>
      )}
      {open && isReady && <GridFooter shown={rows.length} total={all.length} canWrite={canWrite} />}
      {open && countEdits(savable) > 0 && (
        <SaveDrafts
          environments={list}
          drafts={savable}
          readOf={reads.readOf}
          onPut={edits.put}
          onDiscard={edits.discard}
        />
      )}
      {adding && open && <AddKeyDialog taken={all} onAdd={add} onClose={() => setAdding(false)} />}
    </section>
  )
}
