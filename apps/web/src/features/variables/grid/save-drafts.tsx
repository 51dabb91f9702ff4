import type { Environment } from '@envhold/contract/environments.ts'
import { useState } from 'react'
import { toast } from 'sonner'
import { errorText } from '../../../connection/api/error-text.ts'
import { isUnlockCancelled } from '../../../connection/vault/unlock-prompt.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { ConflictDialog } from '../drafts/conflict-dialog.tsx'
import { changesIn } from '../drafts/edits.ts'
import { ReviewDialog } from '../drafts/review-dialog.tsx'
import { ConflictError, type Draft, useSaveEdits } from '../drafts/use-save-edits.ts'
import { variableErrors } from '../variable-errors.ts'
import type { ReadVariables } from '../variable-queries.ts'
import { countEdits, type Drafts, draftsOf } from './use-drafts.ts'

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
  const [conflict, setConflict] = useState<{ id: number; error: ConflictError }>()
  const saveEdits = useSaveEdits()
  const count = countEdits(drafts)
  const nameOf = (id: number) => environments.find((environment) => environment.id === id)?.name ?? ''
  const touched = environments.filter(({ id }) => drafts.has(id))

  /** Saves one environment after the other; earlier ones stay saved if a later one fails. */
  const save = async (wanted: Drafts) => {
    setBusy(true)
    const saved: string[] = []
    for (const [id, draft] of wanted) {
      try {
        const { environment, warnings } = await saveEdits({ id }, draft)
        onPut(id, undefined)
        saved.push(`${environment.name} as version ${environment.version}`)
        for (const { key, problem } of warnings.slice(0, 3))
          toast.warning(`${key}: ${problem}`, { duration: 10_000 })
      } catch (error) {
        if (error instanceof ConflictError) setConflict({ id, error })
        else if (!isUnlockCancelled(error))
          toast.error(errorText(error, variableErrors.updateVariable), { description: nameOf(id) })
        break
      }
    }
    if (saved.length > 0) toast.success(`Saved ${saved.join(', ')}`)
    setBusy(false)
    setAsked(undefined)
  }

  return (
    <section
      aria-label="Unsaved changes"
      data-floating-bar=""
      className="sticky bottom-4 z-20 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-line-strong bg-raised px-3 py-2 shadow-high sm:pl-2"
    >
      <p className="min-w-0 sm:order-last" aria-live="polite">
        <span className="font-semibold">{count === 1 ? '1 unsaved change' : `${count} unsaved changes`}</span>{' '}
        <span className="text-ink-2">in {touched.map(({ name }) => name).join(', ')}</span>
      </p>
      {/* At the left: messages come up at the right. */}
      <div className="flex gap-2">
        <Button onClick={() => setAsked('review')}>{`Review and save ${count}`}</Button>
        <Button variant="ghost" onClick={() => setAsked('discard')}>
          Discard
        </Button>
      </div>
      {asked === 'discard' && (
        <ConfirmDialog
          open
          onOpenChange={(open) => !open && setAsked(undefined)}
          tone="warning"
          title={count === 1 ? 'Discard 1 change' : `Discard ${count} changes`}
          description="What you changed in the grid goes back to what is stored. Nothing was saved yet."
          confirmText="Discard changes"
          cancelText="Keep editing"
          onConfirm={onDiscard}
        />
      )}
      {asked === 'review' && !conflict && (
        <ReviewDialog
          groups={touched.map(({ id, name }) => ({
            environment: name,
            changes: changesIn(drafts.get(id)?.edits ?? new Map(), readOf(id)?.variables ?? new Map()),
          }))}
          busy={busy}
          onSave={() => void save(drafts)}
          onClose={() => !busy && setAsked(undefined)}
        />
      )}
      {conflict && (
        <ConflictDialog
          environment={nameOf(conflict.id)}
          rebased={conflict.error.rebased}
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
