import { createProject, listProjects } from '@envhold/contract/projects/projects.ts'
import type { Variables } from '@envhold/formats/variables.ts'
import type { Connection } from '../../../connection/connection.ts'
import { isAlreadySet, markAsSet, setUpVault } from '../../keyring/set-up-vault.ts'
import { runSetup } from '../setup/run-setup.ts'
import type { SetupDraft } from '../setup/setup-draft.ts'

/** What failed before the environments. What was made before stays. */
export class FirstRunError extends Error {
  override readonly name = 'FirstRunError'
  readonly step: 'vault' | 'project'
  constructor(step: 'vault' | 'project', cause: unknown) {
    super('The project is only partly set up', { cause })
    this.step = step
  }
}

export interface FirstRun {
  readonly name: string
  /** The first master password; absent if the account has one. */
  readonly masterPassword?: string
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
export async function runFirstRun(deps: Deps, run: FirstRun): Promise<{ id: number; draft: SetupDraft }> {
  if (run.masterPassword !== undefined) {
    run.onProgress('Setting your master password')
    run.onSheet(await setUp(deps, run.masterPassword))
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

async function setUp(deps: Deps, masterPassword: string): Promise<string> {
  try {
    return await setUpVault(deps, masterPassword)
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
  const isSame = (each: (typeof projects)[number]) =>
    each.name === name && each.user_role === 'owner' && each.environment_count === 0
  return projects.find(isSame)?.id
}
