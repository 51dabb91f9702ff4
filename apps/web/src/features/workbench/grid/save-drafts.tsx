import type { Environment } from '@envhold/contract/environments/environments.ts'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { Changing } from '../../../ui/feedback/blocked.tsx'
import { EnvironmentDot } from '../../projects/environment-dot.tsx'
import { ProtectedMark } from '../../projects/protected-mark.tsx'
import type { ReadVariables } from '../data/variable-queries.ts'
import { ConflictDialog } from '../drafts/conflict-dialog.tsx'
import { changesIn } from '../drafts/edits.ts'
import { ReviewDialog } from '../drafts/review-dialog.tsx'
import type { Draft } from '../drafts/use-save-edits.ts'
import { countEdits, type Drafts, draftsOf } from '../store/drafts.ts'
import { type Conflict, useSaveDrafts } from './use-save-drafts.ts'

interface Props {
  environments: readonly Environment[]
  drafts: Drafts
  readOf: (id: number) => ReadVariables | undefined
  onPut: (id: number, draft: Draft | undefined) => void
  onDiscard: () => void
}

/** A bar that stays visible while there are unsaved edits: their number, their environments, and the save button. */
export function SaveDrafts({ environments, drafts, readOf, onPut, onDiscard }: Props) {
  const [asked, setAsked] = useState<'review' | 'discard'>()
  const [busy, setBusy] = useState(false)
  const [conflict, setConflict] = useState<Conflict>()
  const count = countEdits(drafts)
  const saveDrafts = useSaveDrafts(environments)
  const nameOf = (id: number) => environments.find((environment) => environment.id === id)?.name ?? ''
  // The protected ones last, also when saving.
  const touched = environments
    .filter(({ id }) => drafts.has(id))
    .sort((a, b) => Number(a.protected) - Number(b.protected))

  const save = async (wanted: Drafts) => {
    setBusy(true)
    const failed = await saveDrafts(wanted, onPut)
    if (failed) setConflict(failed)
    setBusy(false)
    setAsked(undefined)
  }

  return (
    <section
      aria-label="Unsaved changes"
      data-floating-bar=""
      className="sticky bottom-4 z-30 mx-auto flex w-fit max-w-[calc(100%-2*var(--gutter))] flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-line-strong bg-raised py-2 pr-2 pl-4 shadow-high max-md:w-[calc(100%-2*var(--gutter))]"
    >
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1" aria-live="polite">
        <p className="whitespace-nowrap">
          <span className="font-semibold">
            {count === 1 ? '1 unsaved change' : `${count} unsaved changes`}
          </span>
          <span className="text-ink-2 max-md:sr-only"> in</span>
        </p>
        <div className="max-md:sr-only">
          <DraftedEnvironments environments={touched} />
        </div>
      </div>
      <div className="flex gap-2 md:border-l md:border-line-strong md:pl-3">
        <Button variant="ghost" onClick={() => setAsked('discard')}>
          Discard
        </Button>
        <Changing>
          <Button onClick={() => setAsked('review')}>
            <span>
              Review<span className="max-md:sr-only"> and save {count}</span>
            </span>
          </Button>
        </Changing>
      </div>
      {asked === 'discard' && (
        <ConfirmDialog
          open
          onOpenChange={(open) => !open && setAsked(undefined)}
          tone="warning"
          title={count === 1 ? 'Discard 1 change' : `Discard ${count} changes`}
          description="Your unsaved changes in the grid will be lost."
          confirmText="Discard changes"
          cancelText="Keep editing"
          onConfirm={onDiscard}
        />
      )}
      {asked === 'review' && !conflict && (
        <ReviewDialog
          groups={touched.map((environment) => ({
            environment,
            changes: changesIn(
              drafts.get(environment.id)?.edits ?? new Map(),
              readOf(environment.id)?.variables ?? new Map(),
            ),
          }))}
          busy={busy}
          onSave={() => void save(drafts)}
          onClose={() => !busy && setAsked(undefined)}
        />
      )}
      {conflict && (
        <ConflictDialog
          environment={nameOf(conflict.id)}
          conflict={conflict.error}
          onClose={() => setConflict(undefined)}
          onResolved={(edits) => {
            const { id, error } = conflict
            const draft = edits.size > 0 ? { version: error.now.version, edits } : undefined
            setConflict(undefined)
            onPut(id, draft)
            void save(draftsOf(drafts, id, draft))
          }}
        />
      )}
    </section>
  )
}

const maxNamed = 4

/** The environments with drafts; of many, the protected ones are always named. */
function DraftedEnvironments({ environments }: { environments: readonly Environment[] }) {
  const protectedOnes = environments.filter((each) => each.protected)
  const others = environments.filter((each) => !each.protected)
  const named = others.slice(0, Math.max(1, maxNamed - protectedOnes.length))
  const more = others.length - named.length
  const name = (environment: Environment) => (
    <li key={environment.id} className="flex min-w-0 items-center gap-2">
      <EnvironmentDot environment={environment} />
      <span className="max-w-40 truncate">{environment.name}</span>
      <ProtectedMark environment={environment} />
    </li>
  )
  return (
    <ul className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-2">
      {named.map(name)}
      {more > 0 && <li>{more} more</li>}
      {protectedOnes.map(name)}
    </ul>
  )
}
