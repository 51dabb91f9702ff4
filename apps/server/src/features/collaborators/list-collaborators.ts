import type { listCollaborators as endpoint } from '@envhold/contract/collaborators.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/route.ts'
import { listEnvironmentIds } from '../environments/environment-store.ts'
import { listMemberships } from '../projects/membership-store.ts'
import { requireProject, sees } from '../projects/project-access.ts'
import { findUser } from '../users/user-store.ts'
import { collaboratorView, invitedView } from './collaborator-view.ts'
import { listInvitationsOf } from './invitation-store.ts'

/**
 * Lists everyone who shares a project or is invited to it. A collaborator sees only the environments of others that
 * they share too.
 */
export async function listCollaborators(
  ctx: Pick<Context, 'db' | 'secrets' | 'clock'>,
  { caller, params }: Call<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> {
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
  return {
    // What the owner's plan allows concerns nobody else.
    collaborators: people.map((one) => ({ ...one, access_paused: isOwner && one.access_paused })),
    owner: {
      user_id: owner.id,
      username: owner.username,
      email: owner.email,
      role: 'owner',
      status: 'accepted',
      invited_at: null,
      shared_environments: [],
    },
  }
}
