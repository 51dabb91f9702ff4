import type { Environment } from '@envhold/contract/environments.ts'
import { isSameInDetail, type Variables } from '@envhold/formats/variables.ts'
import { toast } from 'sonner'
import { notifyError } from '../../../connection/api/notify-error.ts'
import { useConnection } from '../../../connection/use-connection.ts'
import { applyEdits, type Edits } from '../drafts/edits.ts'
import { applyNoteEdits, type NoteEdits } from '../drafts/note-edits.ts'
import { useSaveEdits } from '../drafts/use-save-edits.ts'
import { type UndoableWrite, undoWrite } from '../undo-write.ts'
import { variableErrors } from '../variable-errors.ts'

const undoMs = 10_000

/** What a text changes in `base`, which is an environment at `version`. */
export interface TextEdits {
  readonly version: number
  readonly base: Variables
  readonly edits: Edits
  readonly notes: NoteEdits
}

/** Saves a text as one version, and offers to undo it. @throws ConflictError if somebody else saved meanwhile */
export function useSaveText() {
  const connection = useConnection()
  const saveEdits = useSaveEdits()

  const undo = async (done: UndoableWrite) => {
    try {
      const back = await undoWrite(connection, done)
      if (back.length === done.keys.length) toast.success(`${done.after.name} is back as it was`)
      else toast.info(`Changed again in the meantime, and partly left as it is: ${done.after.name}`)
    } catch (error) {
      notifyError(error, variableErrors.restoreVersion)
    }
  }

  return async (environment: Environment, { version, base, edits, notes }: TextEdits): Promise<void> => {
    const { environment: after, warnings } = await saveEdits(environment, { version, edits, notes })
    const keys = [...new Set([...edits.keys(), ...notes.keys()])]
    const written = applyNoteEdits(applyEdits(base, edits), notes)
    toast.success(`Saved ${after.name} as version ${after.version}`, {
      duration: undoMs,
      action: {
        label: 'Undo',
        onClick: () => void undo({ after, keys, before: base, written, isSame: isSameInDetail }),
      },
    })
    if (warnings.length > 0) toast.warning(`${warnings.length} of them need a second look`)
  }
}
