import { isProtectedByName } from '@envhold/contract/accounts/protection.ts'
import type { EnvironmentColor } from '@envhold/contract/environments/environments.ts'
import { environmentName } from '@envhold/contract/fields.ts'
import type { Project } from '@envhold/contract/projects/projects.ts'
import { may } from '@envhold/contract/projects/projects.ts'
import type { Variables } from '@envhold/formats/variables.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '../../../connection/use-api.ts'
import { formatCount } from '../../../ui/text/format.ts'
import { environmentsQuery } from '../../projects/project-queries.ts'

/** An environment of a new project, before and after it is created. */
export interface SetupEnvironment {
  /** Stays the same while the name is edited. */
  readonly key: string
  readonly name: string
  /** Absent: follows from the name. */
  readonly color?: EnvironmentColor | null
  readonly protected?: boolean
  /** Names copied from another project: variables without values. */
  readonly names: readonly string[]
  /** Its id once it exists. */
  readonly id?: number
  /** What was saved in it: what is typed after that is saved as a change. */
  readonly saved?: Variables
}

/** What somebody typed to set up a project. */
export interface SetupDraft {
  readonly environments: readonly SetupEnvironment[]
  /** The pasted text, and the file that it comes from. */
  readonly text: string
  readonly file?: string | undefined
  /** The environment that gets the text, by its key. */
  readonly target: string
  /** The others get the same names, without values. */
  readonly repeatsNames: boolean
  /** The project whose names were copied. */
  readonly copiedFrom?: string
}

/** The environment as it is marked once it exists. */
export const markedOf = (environment: SetupEnvironment) => ({
  ...environment,
  protected: environment.protected ?? isProtectedByName(environment.name),
})

const named = (key: string, name: string): SetupEnvironment => ({ key, name, names: [] })

export const newSetupDraft = (): SetupDraft => ({
  environments: ['development', 'staging', 'production'].map((name) => named(name, name)),
  text: '',
  target: 'development',
  repeatsNames: false,
})

/** The environment that gets the pasted text. */
export const targetOf = ({ environments, target }: SetupDraft): SetupEnvironment | undefined =>
  environments.find(({ key }) => key === target) ?? environments[0]

const normal = (name: string) => name.trim().toLowerCase()

/** What is wrong with the names, by key of the environment. */
export function nameProblems(environments: readonly SetupEnvironment[]): ReadonlyMap<string, string> {
  const taken = new Set<string>()
  const problems = new Map<string, string>()
  for (const { key, name } of environments) {
    const invalid = environmentName.safeParse(name).error?.issues[0]?.message
    if (invalid) problems.set(key, invalid)
    else if (taken.has(normal(name)))
      problems.set(key, 'An environment with this name already exists in this project')
    taken.add(normal(name))
  }
  return problems
}

export const withEnvironment = (
  draft: SetupDraft,
  key: string,
  change: Partial<SetupEnvironment>,
): SetupDraft => ({
  ...draft,
  environments: draft.environments.map((environment) =>
    environment.key === key ? { ...environment, ...change } : environment,
  ),
})

/** Adds an environment whose name is still to be typed. */
export const withNewEnvironment = (draft: SetupDraft, key: string): SetupDraft => ({
  ...draft,
  environments: [...draft.environments, named(key, '')],
})

export const withoutEnvironment = (draft: SetupDraft, key: string): SetupDraft => ({
  ...draft,
  environments: draft.environments.filter((environment) => environment.key !== key),
})

const environmentsText = (count: number) => (count === 1 ? '1 environment' : `${count} environments`)
const variablesText = (count: number) => formatCount(count, 'variable')

/**
 * What the button does, in words.
 * @param values how many variables with values are saved
 * @param empties how many without
 */
export function setupText({ environments }: SetupDraft, values: number, empties: number): string {
  const missing = environments.filter(({ id }) => id === undefined).length
  const save =
    values > 0
      ? `save ${variablesText(values)}`
      : empties > 0
        ? `add ${variablesText(empties)} without values`
        : ''
  if (missing === 0) return save === '' ? 'Done' : `${save.charAt(0).toUpperCase()}${save.slice(1)}`
  return `Create ${environmentsText(missing)}${save && ` and ${save}`}`
}

/** The same for a project that does not exist yet. */
export const firstRunText = (draft: SetupDraft, values: number, empties: number): string =>
  setupText(draft, values, empties).replace(/^Create /, 'Create project with ')

export interface SetupState {
  readonly draft: SetupDraft
  readonly onDraft: (draft: SetupDraft) => void
  /** What is done right now, while environments are created. */
  readonly progress: string | undefined
  readonly onProgress: (progress: string | undefined) => void
  readonly isShown: boolean
  /** From now on it shows until it is closed, although the project is no longer empty. */
  readonly onStart: () => void
  readonly onClose: () => void
}

/**
 * What is typed to set up an empty project. It outlives the tab that shows it.
 * @param isSkipped a command has requested a dialog of the ordinary page
 */
export function useSetup(project: Project, isSkipped: boolean): SetupState {
  const { data: environments } = useQuery(environmentsQuery(useApi(), project.id))
  const [draft, onDraft] = useState(newSetupDraft)
  const [progress, onProgress] = useState<string>()
  const [state, setState] = useState<'new' | 'started' | 'closed'>('new')
  if (isSkipped && state === 'new') setState('closed')
  const isEmpty = environments?.length === 0 && may(project.user_role, 'own') && project.read_only === null
  return {
    draft,
    onDraft,
    progress,
    onProgress,
    isShown: state === 'started' || (state === 'new' && isEmpty),
    onStart: () => setState('started'),
    onClose: () => {
      setState('closed')
      onDraft(newSetupDraft())
    },
  }
}
