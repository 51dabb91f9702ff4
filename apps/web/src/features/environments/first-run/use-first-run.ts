import type { Variables } from '@envhold/formats/variables.ts'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { toast } from 'sonner'
import { isPromptCanceled } from '../../../connection/prompt-cancelled.ts'
import { useConnection } from '../../../connection/use-connection.ts'
import { refetchProject } from '../../projects/project-queries.ts'
import { refetchSubscriptionSoon } from '../../subscription/subscription-status.ts'
import { countVariables, SetupError } from '../setup/run-setup.ts'
import { newSetupDraft, type SetupDraft, targetOf } from '../setup/setup-draft.ts'
import { doneText } from '../setup/use-run-setup.ts'
import type { FirstProject } from './first-run-done.tsx'
import { FirstRunError, runFirstRun } from './run-first-run.ts'

/** The recovery key while it is shown. */
interface Sheet {
  readonly recoveryKey: string
  readonly onConfirmed: () => void
}

const filledOf = (draft: SetupDraft) => {
  const { id = 0, name = '' } = targetOf(draft) ?? {}
  return { id, name }
}

/** What is set up so far, and how the rest is done. */
export function useFirstRun(onFailed: (error: FirstRunError) => boolean) {
  const connection = useConnection()
  const navigate = useNavigate()
  const [draft, setDraft] = useState(newSetupDraft)
  const [progress, setProgress] = useState<string>()
  const [projectId, setProjectId] = useState<number>()
  const [sheet, setSheet] = useState<Sheet>()
  const [failure, setFailure] = useState<FirstRunError | SetupError>()
  const [isLeft, setLeft] = useState(false)
  const [done, setDone] = useState<FirstProject>()
  const runs = useRef(0)

  /** Leaves the project as it is. */
  const leave = (id: number) => {
    // Nothing is unsaved from here on, which the navigation asks about.
    flushSync(() => setLeft(true))
    void refetchProject(connection, id)
    void navigate({ to: '/project/$id', params: { id: String(id) } })
  }
  const run = async (given: { name: string; masterPassword?: string }, pasted: Variables) => {
    const { values, empties } = countVariables(draft, pasted)
    let confirmed: Promise<void> | undefined
    const showSheet = (recoveryKey: string) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      confirmed = promise
      setSheet({
        recoveryKey,
        onConfirmed: () => {
          setSheet(undefined)
          resolve()
        },
      })
    }
    runs.current++
    setFailure(undefined)
    try {
      const made = await runFirstRun(connection, {
        ...given,
        ...(projectId !== undefined && { projectId }),
        isRetry: runs.current > 1,
        draft,
        pasted,
        onSheet: showSheet,
        onProject: setProjectId,
        onProgress: (text, next) => {
          setProgress(text)
          if (next) setDraft(next)
        },
      })
      await confirmed
      toast.success('Project created successfully!')
      refetchSubscriptionSoon()
      setDone({
        id: made.id,
        name: given.name,
        environment: filledOf(made.draft),
        text: doneText(made.draft.environments.length, values + empties),
      })
      setDraft(newSetupDraft())
      setProgress(undefined)
      void refetchProject(connection, made.id)
    } catch (error) {
      if (!(error instanceof FirstRunError || error instanceof SetupError)) throw error
      setProgress(undefined)
      if (isPromptCanceled(error.cause)) return
      if (error instanceof FirstRunError && onFailed(error)) return
      setFailure(error)
    }
  }
  return { draft, setDraft, progress, projectId, sheet, failure, isLeft, done, run, leave }
}
