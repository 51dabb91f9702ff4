import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialogs/dialog.tsx'
import { SegmentedControl } from '../../../ui/forms/choices.tsx'
import { describeChanges } from '../data/describe-changes.ts'
import { type Edits, withoutKeys } from './edits.ts'
import type { Conflict } from './save-edits.ts'

interface Props {
  environment: string
  conflict: Conflict
  /** The remaining edits, based on the current version. */
  onResolved: (edits: Edits) => void
  onClose: () => void
}

const answers = [
  { value: 'mine', label: 'Keep mine' },
  { value: 'theirs', label: 'Take theirs' },
] as const
type Answer = (typeof answers)[number]['value']

/**
 * Resolves a conflict: shows the other user's changes, and asks which change to keep for each key that both changed.
 */
export function ConflictDialog({ environment, conflict, onResolved, onClose }: Props) {
  const { who: author, now } = conflict
  const { theirs, conflicts, edits } = conflict.rebased
  const [chosen, setChosen] = useState<ReadonlyMap<string, Answer>>(new Map())
  const dropped = new Set(conflicts.filter((key) => chosen.get(key) === 'theirs'))
  const left = withoutKeys(edits, dropped)
  const conflictText = (key: string) =>
    `${edits.get(key) === null ? 'Deleted' : 'Changed'} by you, ${
      theirs?.removed.includes(key) ? 'deleted' : theirs ? 'changed' : 'perhaps changed'
    } by ${author}`
  return (
    <Dialog
      onClose={onClose}
      title={`${environment} was saved by ${author}`}
      description={
        <>
          {theirs ? describeChanges(theirs, author) : 'What they changed is no longer in the history.'}{' '}
          {conflicts.length === 0
            ? 'None of their changes conflict with yours.'
            : 'You both changed these variables. Choose which change to keep.'}
        </>
      }
      size="lg"
    >
      {conflicts.length > 0 && (
        <ul className="grid max-h-[45vh] overflow-y-auto rounded-md border bg-surface">
          {conflicts.map((key) => (
            <li
              key={key}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5 border-b px-3 py-2 last:border-b-0"
            >
              <div className="grid min-w-0 flex-1 basis-48">
                <span className="font-mono text-small break-all">{key}</span>
                <span className="text-small text-ink-3">{conflictText(key)}</span>
                <TheirValue name={key} value={now.variables.get(key)?.value} />
              </div>
              <SegmentedControl
                label={`Whose ${key}`}
                options={answers}
                value={chosen.get(key) ?? 'mine'}
                onValueChange={(answer) => setChosen(new Map(chosen).set(key, answer))}
              />
            </li>
          ))}
        </ul>
      )}
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          Keep editing
        </Button>
        <Button onClick={() => onResolved(left)}>
          {left.size === 0 ? 'Discard my changes' : 'Save my changes'}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** The value that the other user saved, hidden until it is asked for; nothing if they deleted it. */
function TheirValue({ name, value }: { name: string; value: string | undefined }) {
  const [shown, setShown] = useState(false)
  if (value === undefined) return null
  const text = shown ? value || '(empty)' : '••••••••'
  return (
    <span className="flex items-start gap-1">
      <span className="min-w-0 py-1 font-mono text-small break-all whitespace-pre-wrap">{text}</span>
      <Button
        variant="ghost"
        size="icon"
        aria-label={`${shown ? 'Hide' : 'Show'} their value of ${name}`}
        onClick={() => setShown(!shown)}
      >
        {shown ? <EyeOff /> : <Eye />}
      </Button>
    </span>
  )
}
