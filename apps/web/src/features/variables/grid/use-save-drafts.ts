import type { Environment } from '@envhold/contract/environments.ts'
import { toast } from 'sonner'
import { errorText } from '../../../connection/api/error-text.ts'
import { isPromptCancelled } from '../../../connection/is-prompt-cancelled.ts'
import { ConflictError, type Draft, useSaveEdits } from '../drafts/use-save-edits.ts'
import { variableErrors } from '../variable-errors.ts'
import type { Drafts } from './use-drafts.ts'

/** An environment that was changed by others since its draft was begun. */
export interface Conflict {
  readonly id: number
  readonly error: ConflictError
}

/** Saves one environment after the other, protected ones last, and reports what was saved; earlier ones stay saved if a later one fails. */
export function useSaveDrafts(environments: readonly Environment[]) {
  const saveEdits = useSaveEdits()
  return async (
    drafts: Drafts,
    onPut: (id: number, draft: Draft | undefined) => void,
  ): Promise<Conflict | undefined> => {
    const saved: string[] = []
    let conflict: Conflict | undefined
    for (const { id } of environments.toSorted((a, b) => Number(a.protected) - Number(b.protected))) {
      const draft = drafts.get(id)
      if (!draft) continue
      try {
        const { environment, warnings } = await saveEdits({ id }, draft)
        onPut(id, undefined)
        saved.push(`${environment.name} as version ${environment.version}`)
        for (const { key, problem } of warnings.slice(0, 3))
          toast.warning(`${key}: ${problem}`, { duration: 10_000 })
      } catch (error) {
        const description = environments.find((environment) => environment.id === id)?.name ?? ''
        if (error instanceof ConflictError) conflict = { id, error }
        else if (!isPromptCancelled(error))
          toast.error(errorText(error, variableErrors.updateVariable), { description })
        break
      }
    }
    if (saved.length > 0) toast.success(`Saved ${saved.join(', ')}`)
    return conflict
  }
}
