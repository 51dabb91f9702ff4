import type { Environment } from '@envhold/contract/environments/environments.ts'
import { toast } from 'sonner'
import { errorText } from '../../../connection/api/error-text.ts'
import { isPromptCanceled } from '../../../connection/prompt-cancelled.ts'
import { useConnection } from '../../../connection/use-connection.ts'
import { notifyUndoable } from '../data/notify-undoable.ts'
import type { UndoableWrite } from '../data/undo-write.ts'
import { variableErrors } from '../data/variable-errors.ts'
import { ConflictError, type Draft, useSaveEdits } from '../drafts/use-save-edits.ts'
import type { Drafts } from '../store/drafts.ts'

/** An environment that was changed by others since its draft was begun. */
export interface Conflict {
  readonly id: number
  readonly error: ConflictError
}

/** Saves one environment after the other, protected ones last, and reports what was saved; earlier ones stay saved if a later one fails. */
export function useSaveDrafts(environments: readonly Environment[]) {
  const connection = useConnection()
  const saveEdits = useSaveEdits()
  return async (
    drafts: Drafts,
    onPut: (id: number, draft: Draft | undefined) => void,
  ): Promise<Conflict | undefined> => {
    const saved: string[] = []
    const writes: UndoableWrite[] = []
    let conflict: Conflict | undefined
    for (const target of environments.toSorted((a, b) => Number(a.protected) - Number(b.protected))) {
      const { id } = target
      const draft = drafts.get(id)
      if (!draft) continue
      try {
        const { environment, warnings, undoable } = await saveEdits(target, draft)
        onPut(id, undefined)
        writes.push(...undoable)
        saved.push(`${environment.name} as version ${environment.version}`)
        for (const { key, problem } of warnings.slice(0, 3))
          toast.warning(`${key}: ${problem}`, { duration: 10_000 })
      } catch (error) {
        if (error instanceof ConflictError) conflict = { id, error }
        else if (!isPromptCanceled(error))
          toast.error(errorText(error, variableErrors.updateVariable), { description: target.name })
        break
      }
    }
    if (saved.length > 0) notifyUndoable(connection, `Saved ${saved.join(', ')}`, writes)
    return conflict
  }
}
