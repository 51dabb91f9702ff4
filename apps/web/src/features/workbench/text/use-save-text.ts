import type { Environment } from '@envhold/contract/environments/environments.ts'
import type { Variables } from '@envhold/formats/variables.ts'
import { toast } from 'sonner'
import { useConnection } from '../../../connection/use-connection.ts'
import { notifyUndoable } from '../data/undo-write.ts'
import type { DetailEdits } from '../drafts/detail-edits.ts'
import type { Edits } from '../drafts/edits.ts'
import { useSaveEdits } from '../drafts/use-save-edits.ts'

/** What a text changes in `base`, which is an environment at `version`. */
export interface TextEdits {
  readonly version: number
  readonly base: Variables
  readonly edits: Edits
  readonly details: DetailEdits
}

/** Saves a text as one version, and offers to undo it. @throws ConflictError if somebody else saved meanwhile */
export function useSaveText() {
  const connection = useConnection()
  const saveEdits = useSaveEdits()

  return async (environment: Environment, edited: TextEdits): Promise<void> => {
    const { environment: after, warnings, undoable } = await saveEdits(environment, edited)
    notifyUndoable(connection, `Saved ${after.name} as version ${after.version}`, undoable)
    if (warnings.length > 0) toast.warning(`${warnings.length} of them need review`)
  }
}
