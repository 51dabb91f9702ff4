/**
 * Collaborators: who shares a project with its owner. A membership is a row that every call checks
 * (projects/project-access.ts). Its value is in the environments' keys, which are sealed to the collaborator when the
 * invitation is made and revoked when the membership ends.
 */
import * as contract from '@envhold/contract/collaborators/collaborators.ts'
import { may } from '@envhold/contract/projects/projects.ts'
import type { TrxContext } from '../../context.ts'
import { verb } from '../../http/verb.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { updatePhase } from '../archive/phase/update-phase.ts'
import { actorOf, transact } from '../audit-log/tx.ts'
import { listEnvironmentIds } from '../environments/environment-store.ts'
import type { VaultWorld } from '../keyring/keyring.ts'
import { listPrincipalsOfUser } from '../keyring/principal-store.ts'
import { unlockIfGiven } from '../keyring/unlock.ts'
import {
  type CollaboratorRow,
  changeMembership,
  keysPending,
  listFirstUsernames,
  listMemberships,
  listMembershipsIn,
  sharedIn,
} from '../projects/membership-store.ts'
import { listAccess, requireProject, sees } from '../projects/project-access.ts'
import { listOwnedProjects, type OwnedProject } from '../projects/project-store.ts'
import { findUser, requireUser } from '../users/user-store.ts'
import { accessChange, moveGrants, requireAllowedChange, unlockForChange } from './access-change.ts'
import { listInvitationsOf } from './invitation-store.ts'
import { listLastSeen } from './last-seen-store.ts'
import { mailedEnvironments } from './mailed-environments.ts'
import {
  collaboratorView,
  endMembership,
  endOfferWithout,
  invitedView,
  principalsOfCollaborator,
  requireCollaborator,
} from './membership.ts'
import { requireOtherHolder } from './require-other-holder.ts'

/**
 * Lists everyone who shares a project or is invited to it. A collaborator sees only the environments of others that
 * they share too.
 */
export const listCollaborators = verb(contract.listCollaborators, async (ctx, { caller, params }) => {
  const access = await requireProject(ctx, caller, params.id, 'read')
  const { project } = access
  const existing = new Set(await listEnvironmentIds(ctx, project.id))
  const isShown = (id: number) => existing.has(id) && sees(access, id)
  const memberships = await listMemberships(ctx, project.id)
  const invited = await listInvitationsOf(ctx, project.id, ctx.clock())
  const owner = await findUser(ctx, project.owner_id)
  if (!owner) throw new Error('A project has no owner')
  const people = [
    ...memberships.map((row) => collaboratorView(row, isShown)),
    ...invited.map((row) => invitedView(row, isShown)),
  ]
  const isOwner = access.role === 'owner'
  const userIds = [owner.id, ...memberships.map(({ user_id }) => user_id)]
  return {
    // A collaborator does not learn of work in environments that are not shared with them.
    last_seen: isOwner ? await listLastSeen(ctx, { projectId: project.id, userIds }) : [],
    // What the owner's plan allows, and who deleted an account, concerns nobody else.
    collaborators: isOwner
      ? people
      : people.map((one) => ({ ...one, access_paused: false, account_deleted_until: null })),
    owner: {
      user_id: owner.id,
      username: owner.username,
      email: owner.email,
      role: 'owner' as const,
      status: 'accepted' as const,
      invited_at: null,
      shared_environments: [],
    },
  }
})

/** The caller's own projects that a person shares. */
export const listSharedWith = verb(contract.listSharedWith, async (ctx, { caller, params }) => {
  const rows = await listMembershipsIn(ctx, await listOwnedProjects(ctx, caller.userId), params.userId)
  const projects = rows.map(({ project, membership }) => ({
    id: project.id,
    name: project.name,
    shared_environments: sharedIn(membership),
  }))
  return { projects: projects.toSorted((a, b) => a.name.localeCompare(b.name, 'en')) }
})

/** The owner of each project that the caller can open, and the collaborators who joined first. */
export const listProjectPeople = verb(contract.listProjectPeople, async (ctx, { caller }) => {
  const projects = (await listAccess(ctx, caller.userId)).map(({ project }) => project)
  const first = await listFirstUsernames(ctx, projects, contract.maxNamedPeople - 1)
  return {
    people: projects.map(({ id, owner_username }) => ({
      project_id: id,
      usernames: [owner_username, ...(first.get(id) ?? [])],
    })),
  }
})

/**
 * Changes a collaborator's role, which every call checks, or their environments. Adding environments needs the vault;
 * removed ones are re-keyed.
 */
export const updateCollaborator = verb(contract.updateCollaborator, async (world: VaultWorld, call) => {
  const { caller, params, body, origin } = call
  await requireProject(world, caller, params.id, 'revoke access')
  const before = await requireCollaborator(world, params.id, params.userId)
  const holder = await unlockForChange(world, call, accessChange(body, before))
  return await transact(world, actorOf(caller, origin), async (tx) => {
    await tx.lock([caller.userId, params.userId])
    const { project } = await requireProject(tx, caller, params.id, 'revoke access')
    const collaborator = await requireCollaborator(tx, params.id, params.userId)
    const change = accessChange(body, collaborator)
    const { role, environments } = change
    const existing = await listEnvironmentIds(tx, project.id)
    const view = (row: CollaboratorRow) => collaboratorView(row, (id) => existing.includes(id))
    if (change.isNone) return { collaborator: view(collaborator) }
    await requireAllowedChange(tx, caller, project, change)
    await requireOtherHolder(tx, collaborator, { caller, environmentIds: change.removed })
    const { principals } = await principalsOfCollaborator(tx, collaborator)
    const recipients = await listPrincipalsOfUser(tx, collaborator.user_id)
    const reserved = await moveGrants(tx, holder, change, { principals, recipients })
    const waits = reserved > 0 && collaborator.keys_pending === keysPending.none
    const changed = {
      ...collaborator,
      ...(await changeMembership(tx, collaborator, {
        role,
        environments,
        ...(waits && { keys_pending: keysPending.ofTokens }),
      })),
    }
    const taken = change.removed.filter((id) => existing.includes(id))
    await notifyAccessChanged(tx, changed, project, taken)
    if (taken.length > 0) await endOfferWithout(tx, collaborator)
    const revoked = { userId: params.userId, projectId: project.id }
    if (!may(role, 'write') && may(collaborator.role, 'write'))
      tx.revoked({ kind: 'collaborator_role', ...revoked })
    for (const environmentId of change.removed)
      tx.revoked({ kind: 'collaborator_environment', ...revoked, environmentId })
    const description = `Changed the permission of ${collaborator.username} in "${project.name}" (${role})`
    tx.record({ type: 'user_role_changed', description, projectId: project.id })
    return { collaborator: view(changed) }
  })
})

/**
 * Ends a membership: the owner removes a collaborator, or a collaborator leaves. Access ends at once. The
 * collaborator's environments are re-keyed now if the vault is unlocked.
 */
export const removeCollaborator = verb(contract.removeCollaborator, async (world: VaultWorld, call) => {
  const { caller, params, origin } = call
  const isLeaving = params.userId === caller.userId
  const operation = isLeaving ? 'revoke own access' : 'revoke access'
  await requireProject(world, caller, params.id, operation)
  await requireCollaborator(world, params.id, params.userId)
  const holder = await unlockIfGiven(world, call)
  return await transact(world, actorOf(caller, origin), async (tx) => {
    const before = await requireProject(tx, caller, params.id, operation)
    await tx.lock([before.project.owner_id, params.userId])
    const { project } = await requireProject(tx, caller, params.id, operation)
    const collaborator = await requireCollaborator(tx, params.id, params.userId)
    await requireOtherHolder(tx, collaborator, { caller })
    await (isLeaving ? notifyLeft : notifyRemoved)(tx, collaborator, project)
    const rekey_pending = await endMembership(tx, collaborator, holder)
    tx.record({
      type: isLeaving ? 'user_left' : 'user_removed',
      severity: 'medium',
      description: isLeaving
        ? `${collaborator.username} left "${project.name}"`
        : `Removed ${collaborator.username} from "${project.name}"`,
      projectId: project.id,
    })
    await updatePhase(tx, project.owner_id)
    return { message: 'Collaborator removed successfully!', rekey_pending }
  })
})

const namesOf = ({ name, owner_username }: OwnedProject) => ({ project: name, owner: owner_username })

type Mailing = TrxContext<'clock' | 'mail' | 'secrets'>

/** Mails a user that a project is no longer shared with them. */
const notifyRemoved = (tx: Mailing, { email }: CollaboratorRow, project: OwnedProject): Promise<void> =>
  queueMail(tx, 'removedFromProject', { to: email, variables: namesOf(project) })

/** Mails the owner that a collaborator left, and what they could read. */
async function notifyLeft(tx: Mailing, collaborator: CollaboratorRow, project: OwnedProject): Promise<void> {
  const owner = await requireUser(tx, project.owner_id)
  const variables = {
    person: collaborator.username,
    project: project.name,
    projectId: project.id,
    ...(await mailedEnvironments(tx, sharedIn(collaborator))),
  }
  await queueMail(tx, 'collaboratorLeft', { to: owner.email, variables })
}

/** Mails a user what they may do now, and which environments were taken from them. */
async function notifyAccessChanged(
  tx: Mailing,
  collaborator: CollaboratorRow,
  project: OwnedProject,
  taken: readonly number[],
): Promise<void> {
  const shared = await mailedEnvironments(tx, sharedIn(collaborator))
  const revoked = await mailedEnvironments(tx, taken)
  const variables = {
    ...namesOf(project),
    role: collaborator.role,
    names: shared.environments,
    moreNames: shared.moreEnvironments,
    protectedNames: shared.protectedEnvironments,
    taken: revoked.environments,
    moreTaken: revoked.moreEnvironments,
  }
  await queueMail(tx, 'roleChanged', { to: collaborator.email, variables })
}
