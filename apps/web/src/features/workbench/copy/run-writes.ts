import { ApiError } from '@envhold/client/api-error.ts'
import type { Environment } from '@envhold/contract/environments/environments.ts'
import { type ErrorTexts, errorText } from '../../../connection/api/error-text.ts'
import type { Connection } from '../../../connection/connection.ts'
import { isPromptCanceled } from '../../../connection/prompt-cancelled.ts'
import type { UndoableWrite } from '../data/undo-write.ts'
import { type ReadVariables, variablesKey } from '../data/variable-queries.ts'

export interface CopyFailure {
  readonly environment: Environment
  readonly problem: string
}

export interface CopyOutcome {
  readonly done: readonly UndoableWrite[]
  readonly failed: readonly CopyFailure[]
  /** The user closed a question; what follows it was not tried. */
  readonly isCancelled: boolean
}

const texts: ErrorTexts = {
  fallback: 'Failed to write variables',
  on: {
    VERSION_MISMATCH:
      'Someone else saved this environment. Review the updated changes above, then try again.',
    FORBIDDEN: 'You do not have permission to write variables in this environment.',
  },
}

/** Runs writes one after the other. One that fails does not stop the others; a closed question does. */
export async function runWrites(
  connection: Connection,
  writes: readonly { readonly read: ReadVariables; readonly run: () => Promise<UndoableWrite> }[],
): Promise<CopyOutcome> {
  const done: UndoableWrite[] = []
  const failed: CopyFailure[] = []
  for (const { read, run } of writes) {
    try {
      done.push(await run())
    } catch (error) {
      if (isPromptCanceled(error)) return { done, failed, isCancelled: true }
      const { environment } = read
      failed.push({ environment, problem: errorText(error, texts) })
      const isStale = !(error instanceof ApiError) || error.code === 'VERSION_MISMATCH'
      // Without an answer, it may have been written all the same.
      if (isStale) await connection.queries.refetchQueries({ queryKey: variablesKey(environment.id) })
    }
  }
  return { done, failed, isCancelled: false }
}
