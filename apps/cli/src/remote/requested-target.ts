import { UserError } from '@envhold/command/user-error.ts'
import type { Choice } from '../config/project-file.ts'
import type { Connection } from './client-for.ts'

export interface TargetOptions {
  readonly project?: string | undefined
  readonly env?: string | undefined
  /** The option that names the environment, if it is not `--env`. */
  readonly envOption?: string
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
    `Pass ${options.envOption ?? '--env'}, set ENVHOLD_ENV, or run envhold init.`,
    'NO_ENVIRONMENT',
  )
}
