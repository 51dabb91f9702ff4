import { ApiError } from '@envhold/client/api-error.ts'
import { createEnvironment, listEnvironments } from '@envhold/contract/environments/environments.ts'
import { writeVariables } from '@envhold/contract/variables/variables.ts'
import { difference, touchedFields } from '@envhold/formats/difference.ts'
import { isSameInDetail, type Variable, type Variables } from '@envhold/formats/variables.ts'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import type { Connection } from '../../../connection/connection.ts'
import { isPromptCanceled } from '../../../connection/prompt-cancelled.ts'
import { useConnection } from '../../../connection/use-connection.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { formatCount } from '../../../ui/text/format.ts'
import { refetchProject } from '../../projects/project-queries.ts'
import {
  type SetupDraft,
  type SetupEnvironment,
  type SetupState,
  targetOf,
  withEnvironment,
} from './setup-draft.ts'

/** What failed, and in which environment. What was made before stays. */
export class SetupError extends Error {
  override readonly name = 'SetupError'
  readonly environment: string
  readonly step: 'create' | 'save'
  constructor(environment: string, step: 'create' | 'save', cause: unknown) {
    super('The project is set up in part', { cause })
    this.environment = environment
    this.step = step
  }
}

interface Setup {
  readonly projectId: number
  readonly pasted: Variables
  /** Called before and after each step, with the draft that says what exists by now. */
  readonly onProgress: (draft: SetupDraft, text: string) => void
}

type Deps = Pick<Connection, 'api' | 'withUnlockedVault'>

/**
 * Creates the environments one after the other, each with its variables. It can run again after a failure, and then
 * does what is left.
 * @throws SetupError
 */
export async function runSetup(deps: Deps, draft: SetupDraft, setup: Setup): Promise<SetupDraft> {
  let now = draft
  const put = (environment: SetupEnvironment, text: string) => {
    now = withEnvironment(now, environment.key, environment)
    setup.onProgress(now, text)
  }
  for (const planned of draft.environments) {
    put(planned, planned.id === undefined ? `Creating ${planned.name}` : `Completing ${planned.name}`)
    const created = { ...planned, id: planned.id ?? (await create(deps, setup.projectId, planned)) }
    const saved = variablesOf(draft, planned, setup.pasted)
    if (isOpen(planned, saved)) {
      put(created, `Saving the variables of ${planned.name}`)
      await save(deps, created, saved)
    }
    put({ ...created, saved }, `${planned.name} is ready`)
  }
  return now
}

async function create(deps: Deps, projectId: number, environment: SetupEnvironment): Promise<number> {
  const { name, color, protected: isProtected } = environment
  const params = { projectId }
  const body = {
    name,
    ...(color && { color }),
    ...(isProtected !== undefined && { protected: isProtected }),
  }
  try {
    const made = await deps.withUnlockedVault(() => deps.api.call(createEnvironment, { params, body }))
    return made.environment.id
  } catch (error) {
    const earlier = await createdEarlier(deps, projectId, name, error)
    if (earlier === undefined) throw new SetupError(name, 'create', error)
    return earlier
  }
}

/** The id of an environment that an earlier run created without getting the answer: it is still at version 0. */
async function createdEarlier({ api }: Deps, projectId: number, name: string, error: unknown) {
  if (!(error instanceof ApiError) || error.code !== 'CONFLICT') return undefined
  const listed = await api.call(listEnvironments, { params: { projectId } }).catch(() => null)
  const same = listed?.environments.find(
    (environment) => environment.name.toLowerCase() === name.toLowerCase(),
  )
  return same?.version === 0 ? same.id : undefined
}

async function save(
  { api, withUnlockedVault }: Deps,
  { id, name, saved = nothing }: SetupEnvironment & { readonly id: number },
  variables: Variables,
): Promise<void> {
  const body = touchedFields(saved, variables)
  try {
    await withUnlockedVault(() => api.call(writeVariables, { params: { id }, body }))
  } catch (error) {
    throw new SetupError(name, 'save', error)
  }
}

/** The variables that an environment gets: the pasted ones, and names without values. */
export function variablesOf(draft: SetupDraft, environment: SetupEnvironment, pasted: Variables): Variables {
  const isTarget = environment.key === targetOf(draft)?.key
  const names = [...environment.names, ...(draft.repeatsNames && !isTarget ? pasted.keys() : [])]
  const empty = new Map<string, Variable>(names.map((name) => [name, { value: '' }]))
  return new Map([...empty, ...(isTarget ? pasted : [])])
}

const nothing: Variables = new Map()

/** Whether an environment that gets these variables lacks some, or has others. */
function isOpen({ saved = nothing }: SetupEnvironment, variables: Variables): boolean {
  const { added, changed, removed } = difference(saved, variables, isSameInDetail)
  return added.length + changed.length + removed.length > 0
}

/** How many variables are saved with values, and how many without. */
export function countVariables(draft: SetupDraft, pasted: Variables) {
  const open = draft.environments.filter((each) => isOpen(each, variablesOf(draft, each, pasted)))
  const values = open.some(({ key }) => key === targetOf(draft)?.key) ? pasted.size : 0
  const all = open.reduce((sum, environment) => sum + variablesOf(draft, environment, pasted).size, 0)
  return { values, empties: all - values }
}

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
