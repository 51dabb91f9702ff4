import type { Environment } from '@envhold/contract/environments/environments.ts'
import type { Variables } from '@envhold/formats/variables.ts'
import { type ReactNode, useState } from 'react'
import { isPromptCanceled } from '../../../connection/prompt-cancelled.ts'
import { useConnection } from '../../../connection/use-connection.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialogs/dialog.tsx'
import { useFrozen } from '../../../ui/use-frozen.ts'
import { EnvironmentDot, ProtectedMark } from '../../projects/environment-name.tsx'
import { targetsText } from '../data/describe-changes.ts'
import type { ReadVariables } from '../data/variable-queries.ts'
import { ChangeList, type Marks } from '../import/change-list.tsx'
import { ConflictDialog } from './conflict-dialog.tsx'
import { changesIn, type Edits } from './edits.ts'
import { type Conflict, type Draft, notifySaved, type Saved, saveEdits } from './save-edits.ts'

/** The edits of an environment, as they are reviewed. */
interface Reviewed {
  readonly environment: Environment
  readonly draft: Draft
  /** The variables that it changes, as far as they are known. */
  readonly base: Variables
  readonly marks?: Marks
}

interface SaveProps {
  /** In the order in which they are saved. What leaves them during a save is ticked off. */
  drafts: readonly Reviewed[]
  /** Between the changes and the buttons. */
  children?: ReactNode
  on: {
    readonly saved?: (saved: Saved) => void
    /** At the end, if anything was saved. */
    readonly finished: (saved: readonly Saved[]) => void
    readonly failed: (error: unknown, environment: Environment) => void
    /** The edits that are left, on top of what another user saved. */
    readonly rebased: (environment: Environment, edits: Edits, now: ReadVariables) => void
    readonly close: () => void
  }
}

/**
 * Reviews drafts, and saves one environment after the other; earlier ones stay saved if a later one fails. Where
 * another user saved first, it asks which changes to keep.
 */
export function SaveReview({ drafts, children, on }: SaveProps) {
  const connection = useConnection()
  const [busy, setBusy] = useState(false)
  const [isReviewed, setReviewed] = useState(false)
  const [conflict, setConflict] = useState<Conflict>()

  const save = async (list: readonly Reviewed[]) => {
    setBusy(true)
    const saved: Saved[] = []
    let overtaken: Conflict | undefined
    for (const { environment, draft } of list) {
      try {
        const answer = await saveEdits(connection, environment, draft)
        if ('rebased' in answer) {
          overtaken = answer
          break
        }
        saved.push(answer)
        on.saved?.(answer)
      } catch (error) {
        if (!isPromptCanceled(error)) on.failed(error, environment)
        break
      }
    }
    if (saved.length > 0) {
      notifySaved(connection, saved)
      on.finished(saved)
    }
    setBusy(false)
    setReviewed(true)
    setConflict(overtaken)
    if (!overtaken) on.close()
  }
  /** Applies the edits to the version that another user saved. */
  const resolve = (edits: Edits, now: ReadVariables) => {
    setConflict(undefined)
    const left = drafts.flatMap((each) => {
      if (each.environment.id !== now.environment.id) return [each]
      on.rebased(each.environment, edits, now)
      const { version, variables: base } = now
      return edits.size > 0 ? [{ ...each, draft: { version, edits, base } }] : []
    })
    void save(left)
  }
  const inConflict = drafts.find(({ environment }) => environment.id === conflict?.now.environment.id)
  if (conflict && inConflict)
    return (
      <ConflictDialog
        environment={inConflict.environment.name}
        conflict={conflict}
        onClose={on.close}
        onResolved={(edits) => resolve(edits, conflict.now)}
      />
    )
  // Also while the edits that were left by a conflict are saved: what is typed then would be dropped.
  if (isReviewed && !busy) return null
  return (
    <ReviewDialog
      drafts={drafts}
      busy={busy}
      onSave={() => void save(drafts)}
      onClose={() => !busy && on.close()}
    >
      {children}
    </ReviewDialog>
  )
}

interface ReviewProps extends Pick<SaveProps, 'drafts' | 'children'> {
  busy: boolean
  onSave: () => void
  onClose: () => void
}

/** The keys that edits leave with an empty value. */
export const emptyKeys = (edits: Edits): ReadonlySet<string> =>
  new Set([...edits].flatMap(([key, edit]) => (edit?.value === '' ? [key] : [])))

/**
 * Reviews the changes by key before saving: one version for each environment. It names protected environments on its
 * button, so they need no further question.
 */
function ReviewDialog({ drafts, busy, onSave, onClose, children }: ReviewProps) {
  const open = drafts.map(({ environment, draft: { edits }, base, marks }) => ({
    environment,
    changes: changesIn(edits, base),
    marks: marks ?? { empty: emptyKeys(edits) },
  }))
  const groups = useFrozen(open, busy)
  const isSaved = (id: number) => !open.some(({ environment }) => environment.id === id)
  const [first, ...others] = groups
  const removed = groups.reduce((sum, { changes }) => sum + changes.removed.length, 0)
  const only = first && others.length === 0 ? first.environment.name : undefined
  const targets = targetsText(groups.map(({ environment }) => environment))
  return (
    <Dialog
      onClose={onClose}
      title={only ? `Save ${only}` : `Save ${groups.length} environments`}
      description={`Review the changes for each key. ${only ? 'It becomes' : 'Each environment becomes'} one new version, and the history keeps what is there now.`}
      size="lg"
    >
      <div className="grid max-h-[55vh] gap-4 overflow-y-auto">
        {groups.map(({ environment, changes, marks }) => (
          <section key={environment.id} aria-label={environment.name} className="grid gap-1.5">
            {!only && (
              <h3 className="flex items-center gap-2 font-medium">
                <EnvironmentDot environment={environment} />
                {environment.name}
                <ProtectedMark environment={environment} />
              </h3>
            )}
            <ChangeList changes={changes} marks={marks} isSaved={isSaved(environment.id)} />
          </section>
        ))}
      </div>
      {children}
      <DialogActions busy={busy}>
        <Button variant="secondary" disabled={busy} onClick={onClose}>
          Keep editing
        </Button>
        <Button variant={removed > 0 ? 'danger' : 'primary'} busy={busy} onClick={onSave}>
          {`Save to ${targets}${removed > 0 ? ` and remove ${removed}` : ''}`}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
