import { may, type ProjectRole } from '@envhold/contract/projects/projects.ts'
import { AppError } from '../../app-error.ts'
import type { DbContext } from '../../context.ts'
import type { UserCaller } from '../../http/caller.ts'
import { readComplianceState } from './compliance-state.ts'
import { keysPending, sharedIn } from './membership-store.ts'
import { listOwnedProjects, type OwnedFilter, type OwnedProject } from './project-store.ts'
import {
  isAllowed,
  isAlwaysAllowed,
  type OwnerOperation,
  type ProjectOperation,
  rejectionMessage,
  requirementOf,
} from './rights.ts'
import { findProjectOfUser, listSharedProjects, type ProjectOfUser } from './shared-project-store.ts'
import { projectNotFound } from './unavailable-projects.ts'

export interface ProjectAccess {
  readonly project: OwnedProject
  readonly role: ProjectRole
  /** The ids of the environments that the caller sees, sorted; null means all, for the owner only. */
  readonly environments: readonly number[] | null
  /** The caller joined without the mailed link and waits for the keys. */
  readonly keysPending: boolean
}

/**
 * Returns the project if the caller may do this with it.
 * @throws AppError NOT_FOUND for a project that the caller cannot access, FORBIDDEN when the caller's role does not
 *   allow it, PROJECT_READ_ONLY when the owner's state does not
 */
export async function requireProject(
  ctx: DbContext<'secrets' | 'clock'>,
  caller: UserCaller,
  id: number,
  operation: ProjectOperation,
): Promise<ProjectAccess> {
  const project = await findProjectOfUser(ctx, id, caller.userId)
  const access = project && accessOf(project, caller.userId)
  if (!access) throw await projectNotFound(ctx, { userId: caller.userId, projectId: id }, 'Project not found')
  await requireOperation(ctx, access, operation)
  return access
}

/**
 * Rejects what this access does not allow.
 * @throws AppError FORBIDDEN, PROJECT_READ_ONLY
 */
export async function requireOperation(
  ctx: DbContext<'secrets' | 'clock'>,
  { project, role }: Pick<ProjectAccess, 'project' | 'role'>,
  operation: ProjectOperation,
): Promise<void> {
  const required = requirementOf(operation)
  if (!may(role, required.need)) throw new AppError('FORBIDDEN')
  await requireRight(ctx, project.owner_id, required.operation)
}

/** A user's access to a project, as its owner or a collaborator; undefined for anyone else. */
function accessOf({ project, membership }: ProjectOfUser, userId: number): ProjectAccess | undefined {
  if (project.owner_id === userId) return { project, role: 'owner', environments: null, keysPending: false }
  if (!membership) return undefined
  const { role, keys_pending } = membership
  return {
    project,
    role,
    environments: sharedIn(membership),
    keysPending: keys_pending === keysPending.ofAll,
  }
}

/** Whether this access includes an environment of the project. */
export const sees = ({ environments }: Pick<ProjectAccess, 'environments'>, environmentId: number): boolean =>
  environments === null || environments.includes(environmentId)

/** Every project that a user owns or shares, newest first. */
export async function listAccess(
  ctx: DbContext<'secrets'>,
  userId: number,
  filter?: OwnedFilter,
): Promise<ProjectAccess[]> {
  const owned = await listOwnedProjects(ctx, userId, filter)
  const shared = await listSharedProjects(ctx, userId)
  return [...owned.map((project) => ({ project, membership: null })), ...shared]
    .flatMap((project) => accessOf(project, userId) ?? [])
    .sort(({ project: left }, { project: right }) => right.created_at - left.created_at || right.id - left.id)
}

/**
 * Rejects an operation that the owner's state does not allow. What is allowed in every state costs no query.
 * @param message replaces the message of the rejection
 * @throws AppError PROJECT_READ_ONLY; FORBIDDEN for archiving outside a grace period
 */
export async function requireRight(
  ctx: DbContext<'secrets' | 'clock'>,
  ownerId: number,
  operation: OwnerOperation,
  message?: string,
): Promise<void> {
  if (isAlwaysAllowed(operation)) return
  const state = await readComplianceState(ctx, ownerId)
  if (isAllowed(state, operation)) return
  if (state === 'compliant')
    throw new AppError('FORBIDDEN', { message: 'This is possible during a grace period only.' })
  throw new AppError('PROJECT_READ_ONLY', { message: message ?? rejectionMessage(state, operation) })
}
