import type { Environment } from '@envhold/contract/environments.ts'
import { listEnvironments } from '@envhold/contract/environments.ts'
import type { Project } from '@envhold/contract/projects.ts'
import { listProjects } from '@envhold/contract/projects.ts'
import type { Choice } from '../config/project-file.ts'
import { foreign } from '../output/plain.ts'
import { UserError } from '../user-error.ts'
import type { Connection } from './connect.ts'

export interface TargetOptions {
  readonly project?: string | undefined
  readonly env?: string | undefined
}

export interface Target {
  readonly projectId: number
  readonly environmentId: number
  /** `shop/production`, as far as the names are known without a call. */
  readonly label: string
}

const typed = (text: string | undefined): Choice | null =>
  text === undefined ? null : { id: null, name: text }
const shown = ({ id, name }: Choice): string => name ?? String(id)
const idIn = (text: string | null): number | null =>
  text && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null

function requestedProject({ file }: Pick<Connection, 'file'>, options: TargetOptions): Choice {
  const project = typed(options.project) ?? file?.project ?? null
  if (project) return project
  throw new UserError(
    'No project is chosen.',
    'Run envhold init in this folder, or add --project.',
    'NO_PROJECT',
  )
}

/** What was asked for, before any call. @throws UserError when nothing says it. */
export function requestedTarget(
  connection: Pick<Connection, 'file'>,
  options: TargetOptions,
): { project: Choice; environment: Choice } {
  const project = requestedProject(connection, options)
  const { file } = connection
  // The environment that stands in the file belongs to the file's project.
  const environment = typed(options.env) ?? (options.project === undefined ? file?.environment : null) ?? null
  if (!environment)
    throw new UserError('No environment is chosen.', 'Add --env, or run envhold init.', 'NO_ENVIRONMENT')
  return { project, environment }
}

const pick = <T extends { id: number; name: string }>(what: string, all: readonly T[], choice: Choice): T => {
  const byId = choice.id ?? idIn(choice.name)
  const wanted = choice.name?.toLowerCase()
  const named =
    choice.id === null
      ? (all.filter(({ name }) => name === choice.name).at(0) ??
        only(all.filter(({ name }) => name.toLowerCase() === wanted)))
      : undefined
  const found = named ?? all.find(({ id }) => id === byId)
  if (found) return found
  const names = all.slice(0, 10).map(({ name }) => foreign(name))
  throw new UserError(
    `There is no ${what} “${foreign(shown(choice))}” that this token can see.`,
    names.length === 0
      ? `It sees no ${what} at all.`
      : `It sees: ${names.join(', ')}${all.length > 10 ? ', …' : ''}`,
    'NOT_FOUND',
  )
}
const only = <T>(found: readonly T[]): T | undefined => (found.length === 1 ? found[0] : undefined)

export async function findProject({ client }: Connection, choice: Choice): Promise<Project> {
  const { projects } = await client.call(listProjects, {})
  return pick('project', projects, choice)
}

export async function findEnvironment(
  { client }: Connection,
  projectId: number,
  choice: Choice,
): Promise<Environment> {
  const { environments } = await client.call(listEnvironments, { params: { projectId } })
  return pick('environment', environments, choice)
}

/** The project that was asked for; an id is taken as it is, without a call. */
export async function chooseProject(
  connection: Connection,
  options: TargetOptions,
): Promise<{ id: number; name: string }> {
  const project = requestedProject(connection, options)
  if (project.id === null) return findProject(connection, project)
  return { id: project.id, name: shown(project) }
}

/** The environment that a personal token is to work on. Ids in `.envhold.json` save the look-ups. */
export async function chooseTarget(connection: Connection, options: TargetOptions): Promise<Target> {
  const { environment } = requestedTarget(connection, options)
  const project = await chooseProject(connection, options)
  const chosen = environment.id === null ? await findEnvironment(connection, project.id, environment) : null
  return {
    projectId: project.id,
    environmentId: chosen?.id ?? Number(environment.id),
    label: foreign(`${project.name}/${chosen?.name ?? shown(environment)}`),
  }
}
