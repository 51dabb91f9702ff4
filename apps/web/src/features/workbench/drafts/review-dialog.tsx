import type { Environment } from '@envhold/contract/environments/environments.ts'
import type { Difference } from '@envhold/formats/difference.ts'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialogs/dialog.tsx'
import { useFrozen } from '../../../ui/use-frozen.ts'
import { EnvironmentDot, ProtectedMark } from '../../projects/environment-name.tsx'
import { targetsText } from '../data/describe-changes.ts'
import { ChangeList, type Marks } from '../import/change-list.tsx'
import type { Edits } from './edits.ts'

interface Props {
  /** What changes in each environment. What leaves them while they are saved is ticked off. */
  groups: readonly {
    readonly environment: Environment
    readonly changes: Difference
    readonly marks: Marks
  }[]
  busy: boolean
  onSave: () => void
  onClose: () => void
  children?: ReactNode
}

/** The keys that edits leave with an empty value. */
export const emptyKeys = (edits: Edits): ReadonlySet<string> =>
  new Set([...edits].flatMap(([key, value]) => (value === '' ? [key] : [])))

/**
 * Reviews the changes by key before saving: one version for each environment. It names protected environments on its
 * button, so they need no further question.
 */
export function ReviewDialog({ groups: open, busy, onSave, onClose, children }: Props) {
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
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          Keep editing
        </Button>
        <Button variant={removed > 0 ? 'danger' : 'primary'} busy={busy} onClick={onSave}>
          {`Save to ${targets}${removed > 0 ? ` and remove ${removed}` : ''}`}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
