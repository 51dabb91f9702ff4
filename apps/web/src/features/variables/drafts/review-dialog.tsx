import type { Difference } from '@envhold/formats/difference.ts'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { DialogActions } from '../../../ui/dialog-actions.tsx'
import { ChangeList } from '../import/change-list.tsx'

interface Props {
  /** What changes in each environment, by name. */
  groups: readonly {
    readonly environment: string
    readonly changes: Difference
    /** Notes that change, by key; null for one that is removed. */
    readonly notes?: ReadonlyMap<string, string | null>
    /** Keys of which nothing but the note changes. */
    readonly notesAlone?: ReadonlySet<string>
  }[]
  flagged?: ReadonlySet<string>
  busy: boolean
  onSave: () => void
  onClose: () => void
  children?: ReactNode
}

/** Reviews the changes by key before saving: one version for each environment. */
export function ReviewDialog({ groups, flagged = new Set(), busy, onSave, onClose, children }: Props) {
  const [first, ...others] = groups
  const removed = groups.reduce((sum, { changes }) => sum + changes.removed.length, 0)
  const only = first && others.length === 0 ? first.environment : undefined
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={only ? `Save ${only}` : `Save ${groups.length} environments`}
      description={`Review the changes for each key. ${only ? 'It becomes' : 'Each environment becomes'} one new version, and the history keeps what is there now.`}
      size="lg"
    >
      <div className="grid max-h-[55vh] gap-4 overflow-y-auto">
        {groups.map(({ environment, changes, notes, notesAlone }) => (
          <section key={environment} aria-label={environment} className="grid gap-1.5">
            {!only && <h3 className="font-medium">{environment}</h3>}
            <ChangeList changes={changes} notes={notes} notesAlone={notesAlone} flagged={flagged} />
          </section>
        ))}
      </div>
      {children}
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          Keep editing
        </Button>
        <Button variant={removed > 0 ? 'danger' : 'primary'} busy={busy} onClick={onSave}>
          {`Save to ${only ?? `${groups.length} environments`}${removed > 0 ? ` and remove ${removed}` : ''}`}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
