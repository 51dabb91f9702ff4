import { createProject, listProjects } from '@envhold/contract/projects/projects.ts'
import type { Variables } from '@envhold/formats/variables.ts'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Connection } from '../../../connection/connection.ts'
import { isPromptCanceled } from '../../../connection/prompt-cancelled.ts'
import { useConnection } from '../../../connection/use-connection.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { isAlreadySet, markAsSet, setUpVault } from '../../keyring/new-master-password.tsx'
import { refetchProject } from '../../projects/project-queries.ts'
import { refetchSubscriptionSoon } from '../../subscription/subscription-status.tsx'
import { countVariables, doneText, runSetup, SetupError } from '../setup/run-setup.ts'
import { newSetupDraft, type SetupDraft, targetOf } from '../setup/setup-draft.ts'

/** What was set up. */
export interface FirstProject {
  readonly id: number
  readonly name: string
  /** The environment with the variables, or the first one. */
  readonly environment: { readonly id: number; readonly name: string }
  /** What was made, in words. */
  readonly text: string
}

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
  const run = async (fields: Pick<FirstRun, 'name' | 'password'>, pasted: Variables) => {
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
        ...fields,
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
        name: fields.name,
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

/** What failed before the environments. What was made before stays. */
export class FirstRunError extends Error {
  override readonly name = 'FirstRunError'
  readonly step: 'vault' | 'project'
  constructor(step: 'vault' | 'project', cause: unknown) {
    super('The project is only partly set up', { cause })
    this.step = step
  }
}

type FirstPassword = Parameters<typeof setUpVault>[1]

interface FirstRun {
  readonly name: string
  /** The first master password; absent if the account has one. */
  readonly password?: FirstPassword
  /** The project, once it exists. */
  readonly projectId?: number
  /** It ran before, and the response of creating the project may have been lost. */
  readonly isRetry: boolean
  readonly draft: SetupDraft
  readonly pasted: Variables
  readonly onSheet: (recoveryKey: string) => void
  readonly onProject: (id: number) => void
  readonly onProgress: (text: string, draft?: SetupDraft) => void
}

type Deps = Pick<Connection, 'api' | 'vault' | 'queries' | 'withUnlockedVault'>

/**
 * Sets the master password, then creates the project and what is in it, one after the other. It can run again after a
 * failure, and then does what is left.
 * @throws FirstRunError, SetupError
 */
async function runFirstRun(deps: Deps, run: FirstRun): Promise<{ id: number; draft: SetupDraft }> {
  if (run.password !== undefined) {
    run.onProgress('Setting your master password')
    run.onSheet(await setUp(deps, run.password))
    markAsSet(deps)
  }
  run.onProgress(`Creating ${run.name}`)
  const id = run.projectId ?? (await create(deps, run))
  run.onProject(id)
  const draft = await runSetup(deps, run.draft, {
    projectId: id,
    pasted: run.pasted,
    onProgress: (next, text) => run.onProgress(text, next),
  })
  return { id, draft }
}

async function setUp(deps: Deps, password: FirstPassword): Promise<string> {
  try {
    return await setUpVault(deps, password)
  } catch (error) {
    if (isAlreadySet(error)) markAsSet(deps)
    throw new FirstRunError('vault', error)
  }
}

async function create(deps: Deps, { name, isRetry }: FirstRun): Promise<number> {
  try {
    const earlier = isRetry ? await createdEarlier(deps, name) : undefined
    if (earlier !== undefined) return earlier
    const made = await deps.withUnlockedVault(() => deps.api.call(createProject, { body: { name } }))
    return made.project.id
  } catch (error) {
    throw new FirstRunError('project', error)
  }
}

/** The id of a project that an earlier run created without getting the response: it is still empty. */
async function createdEarlier({ api }: Deps, name: string): Promise<number | undefined> {
  const { projects } = await api.call(listProjects, {})
  const isSame = (project: (typeof projects)[number]) =>
    project.name === name && project.user_role === 'owner' && project.environment_count === 0
  return projects.find(isSame)?.id
}
