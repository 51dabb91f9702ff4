import type { Variables } from '@envhold/formats/variables.ts'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { toast } from 'sonner'
import { isPromptCanceled } from '../../../connection/prompt-cancelled.ts'
import { useConnection } from '../../../connection/use-connection.ts'
import { formatCount } from '../../../ui/text/format.ts'
import { refetchProject } from '../../projects/project-queries.ts'
import { countVariables, runSetup, SetupError } from './run-setup.ts'
import { targetOf } from './setup-draft.ts'
import type { SetupState } from './use-setup.ts'

/** Creates what the draft says, and tells what failed. */
export function useRunSetup(
  projectId: number,
  setup: SetupState,
  pasted: Variables,
  onDone: (environmentId?: number) => void,
) {
  const connection = useConnection()
  const [failure, setFailure] = useState<SetupError>()
  const { draft, onDraft, onProgress } = setup
  const run = async () => {
    const { values, empties } = countVariables(draft, pasted)
    setFailure(undefined)
    setup.onStart()
    try {
      const done = await runSetup(connection, draft, {
        projectId,
        pasted,
        onProgress: (next, what) => {
          onDraft(next)
          onProgress(what)
        },
      })
      toast.success(doneText(done.environments.length, values + empties))
      // Nothing is unsaved from here on, which the navigation asks about.
      flushSync(setup.onClose)
      onDone(values + empties > 0 ? targetOf(done)?.id : undefined)
    } catch (error) {
      if (!(error instanceof SetupError)) throw error
      if (!isPromptCanceled(error.cause)) setFailure(error)
    } finally {
      onProgress(undefined)
      void refetchProject(connection, projectId)
    }
  }
  return { failure, run }
}

/** What was made, in words. */
export const doneText = (environments: number, variables: number) => {
  const made = environments === 1 ? 'Environment created' : `${environments} environments created`
  if (variables === 0) return made
  return `${made}, ${formatCount(variables, 'variable')} saved`
}
