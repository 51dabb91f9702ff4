import { sanitize } from '@envhold/command/sanitize.ts'
import { UserError } from '@envhold/command/user-error.ts'
import { type Environment, listEnvironments } from '@envhold/contract/environments/environments.ts'
import type { Project } from '@envhold/contract/projects/projects.ts'
import type { Choice } from '../config/project-file.ts'
import { environmentNotFoundError, readVisibleProject, withAccessHint } from './access-hint.ts'
import type { Connection } from './client-for.ts'
import { findProject, idIn } from './find-project.ts'
import {
  lacksEnvironment,
  requestedProject,
  requestedTarget,
  type TargetOptions,
} from './requested-target.ts'

export interface Target {
  readonly projectId: number
  readonly environmentId: number
  /** `shop/production`, as far as the names are known without a call. */
  readonly label: string
  /** Null if its id was known and no call was made. */
  readonly project: Project | null
}

const displayed = ({ id, name }: Choice): string => name ?? String(id)

function pickEnvironment(all: readonly Environment[], choice: Choice): Environment | undefined {
  const byId = choice.id ?? idIn(choice.name)
  const lowerName = choice.name?.toLowerCase()
  // Environment names are unique in a project, compared case-insensitively.
  return (
    (choice.id === null ? all.find(({ name }) => name.toLowerCase() === lowerName) : undefined) ??
    all.find(({ id }) => id === byId)
  )
}

export async function findEnvironment(
  connection: Connection,
  place: ChosenProject,
  choice: Choice,
): Promise<Environment> {
  const projectId = place.id
  const { environments } = await withAccessHint(
    connection,
    { projectId, label: sanitize(place.name) },
    'read',
    connection.client.call(listEnvironments, { params: { projectId } }),
  )
  const environment = pickEnvironment(environments, choice)
  if (environment) return environment
  const project = place.project ?? (await readVisibleProject(connection, projectId))
  const unknown = { name: place.name, user_role: 'owner', owner_username: '' } as const
  throw environmentNotFoundError(project ?? unknown, environments, `“${sanitize(displayed(choice))}”`)
}

export interface ChosenProject {
  readonly id: number
  readonly name: string
  /** Null if its id was known and no call was made. */
  readonly project: Project | null
}

/** The requested project; an id is used without a call. */
export async function chooseProject(connection: Connection, options: TargetOptions): Promise<ChosenProject> {
  const choice = requestedProject(connection, options)
  if (choice.id !== null) return { id: choice.id, name: displayed(choice), project: null }
  const project = await findProject(connection, choice)
  return { id: project.id, name: project.name, project }
}

const maxNamed = 10

/** The environments of the project that is set, and its name as it may be printed. */
export async function environmentsOfChosen(connection: Connection, options: TargetOptions) {
  const { id, name } = await chooseProject(connection, options)
  const project = sanitize(name)
  const { environments } = await withAccessHint(
    connection,
    { projectId: id, label: project },
    'read',
    connection.client.call(listEnvironments, { params: { projectId: id } }),
  )
  return { project, environments }
}

/** Names the environments of the project, of which none is set. */
export async function lackingEnvironment(connection: Connection, options: TargetOptions): Promise<UserError> {
  const { project, environments } = await environmentsOfChosen(connection, options)
  const names = environments.slice(0, maxNamed).map((environment) => sanitize(environment.name))
  const more = environments.length > maxNamed ? ', …' : ''
  return new UserError(
    `No environment of ${project} is set.`,
    `Pass ${options.envOption ?? '--env'}, or set ENVHOLD_ENV. There is: ${names.join(', ') || 'none'}${more}`,
    'NO_ENVIRONMENT',
  )
}

/** The environment for a personal token. Ids in `.envhold.json` save calls. */
export async function chooseTarget(connection: Connection, options: TargetOptions): Promise<Target> {
  if (lacksEnvironment(connection, options)) throw await lackingEnvironment(connection, options)
  const { environment } = requestedTarget(connection, options)
  const chosenProject = await chooseProject(connection, options)
  const chosen =
    environment.id === null ? await findEnvironment(connection, chosenProject, environment) : null
  return {
    projectId: chosenProject.id,
    environmentId: chosen?.id ?? Number(environment.id),
    label: sanitize(`${chosenProject.name}/${chosen?.name ?? displayed(environment)}`),
    project: chosenProject.project,
  }
}
