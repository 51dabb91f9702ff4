/** Projects: creating, listing, changing and deleting them. */
import * as contract from '@envhold/contract/projects/projects.ts'
import type { DbContext } from '../../context.ts'
import { verb } from '../../http/verb.ts'
import { actorOf, type Tx, transact, transactOnce } from '../audit-log/tx.ts'
import type { VaultWorld } from '../keyring/keyring.ts'
import { unlock } from '../keyring/unlock.ts'
import { planOf, requireRoom } from '../plans/limits.ts'
import { requireUser } from '../users/user-store.ts'
import { listCollaboratorsOfOwner } from './collaborators-of-owner-store.ts'
import { mailDeletion } from './mail-collaborators.ts'
import { listAccess, type ProjectAccess, requireProject, requireRight } from './project-access.ts'
import { changeProject, countOwnedProjects, insertProject, markProjectDeleted } from './project-store.ts'
import { projectView, projectViews } from './project-view.ts'
import { listUnavailable } from './unavailable-projects.ts'

/** What projects need from the slices to their right. */
export interface ProjectWorld extends VaultWorld {
  /** Brings the owner's account into the state that follows from what it has now. */
  readonly updatePhase: (tx: Tx, userId: number) => Promise<unknown>
  /** Makes room for one more project in the storage of an account. @throws AppError LIMIT_REACHED */
  readonly makeRoomForProject: (tx: Tx, ownerId: number) => Promise<unknown>
  /** What the end of the owner's grace period does to a project, or to the viewer's access to it. */
  readonly readGraceOutcome: (
    ctx: DbContext<'secrets' | 'clock'>,
    access: ProjectAccess,
    view: { readonly viewerId: number; readonly isReadOnly: boolean },
  ) => Promise<contract.Project['grace']>
}

/** The projects that the caller owns or shares, newest first, and those that cannot be used now. */
export const listProjects = verb(contract.listProjects, async (ctx, { caller }) => {
  const projects = await projectViews(ctx, await listAccess(ctx, caller.userId))
  const unavailable = await listUnavailable(ctx, caller.userId)
  return { projects, ...(unavailable.length > 0 && { unavailable }) }
})

/** @throws AppError LIMIT_REACHED when the plan allows no more, PROJECT_READ_ONLY when there are too many already */
export const createProject = verb(contract.createProject, async (world: ProjectWorld, call) => {
  const { caller, body, origin, reservation } = call
  await unlock(world, call)
  return await transactOnce(world, actorOf(caller, origin), reservation, async (tx) => {
    const ownerId = caller.userId
    await tx.lock([ownerId])
    await requireRight(tx, ownerId, 'create project')
    requireRoom(await planOf(tx, ownerId), 'projects', await countOwnedProjects(tx.db, ownerId))
    await world.makeRoomForProject(tx, ownerId)
    const description = body.description?.trim() || null
    const id = await insertProject(tx, { ownerId, name: body.name, description })
    const project = await projectView(tx, await requireProject(tx, caller, id, 'read'))
    tx.created(id)
    tx.record({ type: 'project_created', description: `Created the project "${body.name}"`, projectId: id })
    return { project }
  })
})

export const readProject = verb(contract.readProject, async (world: ProjectWorld, { caller, params }) => {
  const access = await requireProject(world, caller, params.id, 'read')
  const project = await projectView(world, access)
  const isReadOnly = project.read_only === 'grace_period'
  const grace = await world.readGraceOutcome(world, access, { viewerId: caller.userId, isReadOnly })
  return { project: { ...project, ...(grace && { grace }) } }
})

export const updateProject = verb(contract.updateProject, (ctx, { caller, params, body, origin }) =>
  transact(ctx, actorOf(caller, origin), async (tx) => {
    await requireProject(tx, caller, params.id, 'manage')
    const description = body.description === undefined ? undefined : body.description?.trim() || null
    await changeProject(tx, params.id, { name: body.name, description })
    const access = await requireProject(tx, caller, params.id, 'read')
    const project = await projectView(tx, access)
    tx.record({
      type: 'project_updated',
      description: `Changed the project "${access.project.name}"`,
      projectId: access.project.id,
    })
    return { project }
  }),
)

/**
 * Stops the project's keys at once, because calls to a deleted project are rejected. Its rows stay for its
 * owner or an operator to restore.
 */
export const deleteProject = verb(contract.deleteProject, (world: ProjectWorld, { caller, params, origin }) =>
  transact(world, actorOf(caller, origin), async (tx) => {
    // It may be archived at the same time.
    await tx.lock([caller.userId])
    const { project } = await requireProject(tx, caller, params.id, 'delete project')
    const owner = await requireUser(tx, project.owner_id)
    const collaborators = await listCollaboratorsOfOwner(tx, owner.id)
    const having = collaborators.filter(({ projectId, isPaused }) => projectId === project.id && !isPaused)
    await mailDeletion(tx, owner, having)
    await markProjectDeleted(tx, project)
    tx.revoked({ kind: 'project', projectId: project.id })
    tx.record({
      type: 'project_deleted',
      description: `Deleted the project "${project.name}"`,
      projectId: project.id,
    })
    await world.updatePhase(tx, project.owner_id)
    return { message: 'Project deleted successfully!' }
  }),
)
