import { sanitize } from '@envhold/command/sanitize.ts'
import { UserError } from '@envhold/command/user-error.ts'
import { listProjects, type Project } from '@envhold/contract/projects/projects.ts'
import type { Choice } from '../config/project-file.ts'
import type { Connection } from './client-for.ts'

/** The typed text, if it may be an id. */
export const idIn = (text: string | null): number | null =>
  text && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null

const fullName = ({ owner_username, name }: Project): string => `${owner_username}/${name}`

/** The name of a project in a list: its name, or `owner/name` if another has the same name. */
export const titleAmong = (all: readonly Project[], project: Project): string => {
  const same = all.filter(({ name }) => name.toLowerCase() === project.name.toLowerCase())
  return same.length > 1 ? fullName(project) : project.name
}

/** Reports that a name is ambiguous, so that nothing is ever written to the wrong project. */
const ambiguous = (typed: string, found: readonly Project[]): UserError =>
  new UserError(
    `There are ${found.length} projects called “${sanitize(typed)}”.`,
    `Choose one: ${found.map((project) => `--project ${project.id} is ${sanitize(fullName(project))}`).join(', ')}`,
    'AMBIGUOUS',
  )

/** The projects that `typed` can mean: by name, then by `owner/name`, first with the same spelling. */
function named(all: readonly Project[], typed: string): readonly Project[] {
  const lower = typed.toLowerCase()
  const ways: ((project: Project) => boolean)[] = [
    ({ name }) => name === typed,
    ({ name }) => name.toLowerCase() === lower,
    (project) => fullName(project) === typed,
    (project) => fullName(project).toLowerCase() === lower,
  ]
  for (const matches of ways) {
    const found = all.filter(matches)
    if (found.length > 0) return found
  }
  return []
}

/** @throws UserError when there is none, or more than one */
export function pickProject(all: readonly Project[], choice: Choice): Project {
  const typed = choice.id === null ? (choice.name ?? '') : ''
  const found = typed === '' ? [] : named(all, typed)
  if (found.length > 1) throw ambiguous(typed, found)
  const project = found[0] ?? all.find(({ id }) => id === (choice.id ?? idIn(typed)))
  if (project) return project
  const names = all.slice(0, 10).map((known) => sanitize(titleAmong(all, known)))
  throw new UserError(
    `This token cannot access a project “${sanitize(choice.name ?? String(choice.id))}”.`,
    names.length === 0
      ? 'It cannot access any. To get access to a project, ask its owner for an invitation.'
      : `It can access: ${names.join(', ')}${all.length > 10 ? ', …' : ''}. For another one, ask its owner for an invitation.`,
    'NOT_FOUND',
  )
}

export async function findProject({ client }: Connection, choice: Choice): Promise<Project> {
  const { projects } = await client.call(listProjects, {})
  return pickProject(projects, choice)
}

export interface TargetOptions {
  readonly project?: string | undefined
  readonly env?: string | undefined
}

type Known = Pick<Connection, 'file' | 'named'>

const typed = (text: string | null | undefined): Choice | null => (text ? { id: null, name: text } : null)

/** The project from `--project`, ENVHOLD_PROJECT or `.envhold.json`, or null. */
export const namedProject = ({ file, named }: Known, options: TargetOptions): Choice | null =>
  typed(options.project ?? named.project) ?? file?.project ?? null

/** The same for the environment. The one in the file belongs to the file's project. */
export function namedEnvironment({ file, named }: Known, options: TargetOptions): Choice | null {
  const ofFile = (options.project ?? named.project) ? null : file?.environment
  return typed(options.env ?? named.environment) ?? ofFile ?? null
}

/** Whether a project is set, but none of its environments. An API key may know its own. */
export const lacksEnvironment = (connection: Pick<Connection, 'token'> & Known, options: TargetOptions) =>
  connection.token.kind === 'personal' &&
  namedProject(connection, options) !== null &&
  namedEnvironment(connection, options) === null

/** @throws UserError when none is set */
export function requestedProject(connection: Known, options: TargetOptions): Choice {
  const project = namedProject(connection, options)
  if (project) return project
  throw new UserError(
    'No project is set.',
    'Run envhold init in this folder, pass --project, or set ENVHOLD_PROJECT.',
    'NO_PROJECT',
  )
}

/** The target for a personal token, before any call. @throws UserError when none is set */
export function requestedTarget(
  connection: Known,
  options: TargetOptions,
): { project: Choice; environment: Choice } {
  const project = requestedProject(connection, options)
  const environment = namedEnvironment(connection, options)
  if (environment) return { project, environment }
  throw new UserError(
    'No environment is set.',
    'Pass --env, set ENVHOLD_ENV, or run envhold init.',
    'NO_ENVIRONMENT',
  )
}
