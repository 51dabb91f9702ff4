import { ApiError } from '@envhold/client/api-error.ts'
import { sanitize } from '@envhold/command/sanitize.ts'
import { UserError } from '@envhold/command/user-error.ts'
import { type Environment, listEnvironments } from '@envhold/contract/environments/environments.ts'
import {
  may,
  type Project,
  type ReadOnlyReason,
  readOnlyMessages,
  readProject,
} from '@envhold/contract/projects/projects.ts'
import { nothingWritten } from '../output/explain-error.ts'
import type { Connection } from './client-for.ts'

/** The project or environment of a command, as far as known. */
export interface Location {
  readonly projectId: number
  /** `shop/production`, or the project alone. */
  readonly label: string
  readonly project?: Project | null
  /** The environment, unless it is about the project alone. */
  readonly environmentId?: number
}

export type Access = 'read' | 'write'

const ownerOf = ({ owner_username, name }: Project) =>
  `${sanitize(owner_username)}, the owner of ${sanitize(name)},`

const keysPendingError = ({ server }: Connection, project: Project) =>
  new UserError(
    `You do not have the keys of ${sanitize(project.name)} yet.`,
    `Ask ${ownerOf(project)} to open Envhold (${server}) and enter the master password. You then get the keys automatically.`,
    'KEYS_PENDING',
  )

const readOnlyError = (project: Project, { label }: Location) =>
  new UserError(
    `You have read access to ${label}, but not write access.`,
    `Ask ${ownerOf(project)} to change your permission to “write”.`,
    'READ_ONLY_ROLE',
  )

const projectNotFoundError = ({ label }: Location) =>
  new UserError(
    `The project of ${label} does not exist, or is not shared with you.`,
    'To list yours: envhold projects. For another one, ask its owner for an invitation.',
    'NOT_FOUND',
  )

const namesOf = (environments: readonly Environment[]) =>
  environments.length === 0 ? 'none' : environments.map(({ name }) => sanitize(name)).join(', ')

/** An environment that does not exist and one that is not shared give the same error. */
export const environmentNotFoundError = (
  project: Pick<Project, 'name' | 'user_role' | 'owner_username'>,
  environments: readonly Environment[],
  typed: string,
): UserError => {
  const name = sanitize(project.name)
  if (project.user_role === 'owner')
    return new UserError(
      `${name} has no environment ${typed}.`,
      `It has: ${namesOf(environments)}. To create it: envhold environments create.`,
      'NOT_FOUND',
    )
  return new UserError(
    `${name} has no environment ${typed}, or it is not shared with you.`,
    `You can access: ${namesOf(environments)}. Ask ${sanitize(project.owner_username)}, the owner of ${name}, to share it with you.`,
    'NOT_FOUND',
  )
}

const isAccessError = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.code === 'FORBIDDEN' || error.code === 'NOT_FOUND')

/** The project as the server has it now; null if the server does not say, undefined if it does not exist. */
export async function readVisibleProject(
  { client }: Connection,
  projectId: number,
): Promise<Project | null | undefined> {
  try {
    return (await client.call(readProject, { params: { id: projectId } })).project
  } catch (error) {
    return error instanceof ApiError && error.code === 'NOT_FOUND' ? undefined : null
  }
}

/** Why a call was rejected, and who can help; null if the project's data does not show it. */
async function explainAccessError(
  connection: Connection,
  place: Location,
  wish: Access,
  refusal: ApiError,
): Promise<UserError | null> {
  if (refusal.unavailable !== undefined) return null
  const project = await readVisibleProject(connection, place.projectId)
  if (project === undefined) return projectNotFoundError(place)
  if (project === null) return null
  if (refusal.code === 'FORBIDDEN') {
    if (wish === 'write' && project.user_role === 'read') return readOnlyError(project, place)
    return project.keys_pending ? keysPendingError(connection, project) : null
  }
  const params = { projectId: place.projectId }
  const { environments } = await connection.client.call(listEnvironments, { params })
  // The error is about something else.
  if (environments.some(({ id }) => id === place.environmentId)) return null
  return environmentNotFoundError(project, environments, `“${place.label.split('/').at(-1)}”`)
}

/** Waits for `work`; if the server rejects it, says what is missing and who can grant it. */
export async function withAccessHint<T>(
  connection: Connection,
  place: Location,
  wish: Access,
  work: Promise<T>,
): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!isAccessError(error)) throw error
    throw (await explainAccessError(connection, place, wish, error).catch(() => null)) ?? error
  }
}

const projectReadOnlyError = (reason: ReadOnlyReason) =>
  new UserError(readOnlyMessages[reason], nothingWritten, 'PROJECT_READ_ONLY')

/** Checked before a question is asked, so that the answer can be acted on. @throws UserError */
export async function requireWriteAccess(connection: Connection, place: Location): Promise<void> {
  const project = place.project ?? (await readVisibleProject(connection, place.projectId))
  if (project === undefined) throw projectNotFoundError(place)
  if (project?.user_role === 'read') throw readOnlyError(project, place)
  if (project?.read_only) throw projectReadOnlyError(project.read_only)
  if (project?.keys_pending) throw keysPendingError(connection, project)
}

/**
 * Only the owner of a project creates and changes environments; the server does not say so.
 * @param operation such as `creates environments`
 * @returns what to throw
 */
export async function explainOwnerOnly(
  connection: Connection,
  projectId: number,
  operation: string,
  error: unknown,
): Promise<unknown> {
  if (!(error instanceof ApiError) || error.code !== 'FORBIDDEN') return error
  const project = await readVisibleProject(connection, projectId)
  if (!project || may(project.user_role, 'own')) return error
  const name = sanitize(project.name)
  return new UserError(
    `You have ${project.user_role} access to ${name}: only its owner ${operation}.`,
    `Ask ${sanitize(project.owner_username)}, the owner of ${name}.`,
    'FORBIDDEN',
  )
}
