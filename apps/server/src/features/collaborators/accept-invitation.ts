import type { acceptInvitation as endpoint } from '@envhold/contract/answer-invitation.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { AppError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import type { SessionCaller } from '../../http/caller.ts'
import type { Call } from '../../http/route.ts'
import { actedBy } from '../audit-log/acted-by.ts'
import { type Tx, transactOnce } from '../audit-log/tx.ts'
import type { Keyring } from '../keyring/keyring.ts'
import { unlock } from '../keyring/unlock.ts'
import { findMembership, insertMembership } from '../projects/membership-store.ts'
import { requireProject } from '../projects/project-access.ts'
import { projectView } from '../projects/project-view.ts'
import { requireRight } from '../projects/require-right.ts'
import { type Acceptance, acceptGrants, tamperedInvitation } from './accept-grants.ts'
import { readLink } from './invitation-of-link.ts'
import { deleteInvitation } from './invitation-store.ts'
import { notifyOwner } from './notify-owner.ts'
import { type Invited, requireInvitation } from './require-invitation.ts'
import { verifyInvitedEmail } from './verify-invited-email.ts'

/** The invitee learns nothing about the owner's plan. */
const notJoinable = 'The owner cannot add collaborators at the moment.'

/** Joins a project. Its keys are available immediately, except those sealed to a mailed link that was not used. */
export async function acceptInvitation(
  ctx: Context,
  ring: Keyring,
  call: Call<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> {
  const { caller, params, body, origin, reservation } = call
  const { project } = await requireJoinable(ctx, caller, params.token)
  const link = body.secret === undefined ? null : readLink(body.secret)
  const holder = await unlock(ctx, ring, call)
  return await transactOnce(ctx, actedBy(caller, origin), reservation, async (tx) => {
    await tx.lock([project.owner_id, caller.userId])
    const invited = await requireJoinable(tx, caller, params.token)
    return await joinProject(tx, invited, { caller, holder, link })
  })
}

/** @throws AppError NOT_FOUND, PROJECT_READ_ONLY */
async function requireJoinable(
  ctx: Pick<Context, 'db' | 'secrets' | 'clock'>,
  caller: SessionCaller,
  token: string,
): Promise<Invited> {
  const invited = await requireInvitation(ctx, caller, token)
  if (invited.invitation.held_at !== null) throw new AppError('PROJECT_READ_ONLY', { message: notJoinable })
  await requireRight(ctx, invited.project.owner_id, 'widen', notJoinable)
  return invited
}

async function joinProject(
  tx: Tx,
  invited: Invited,
  acceptance: Acceptance,
): Promise<OutputOf<typeof endpoint>> {
  const { invitation, project, user } = invited
  const { caller, link } = acceptance
  await verifyInvitedEmail(tx, invited, link)
  if (await findMembership(tx, project.id, user.id)) throw tamperedInvitation(invitation)
  const pending = await acceptGrants(tx, invitation, acceptance)
  await insertMembership(tx, {
    project_id: project.id,
    user_id: user.id,
    role: invitation.role,
    environments: invitation.environments,
    keys_pending: pending > 0 ? 1 : 0,
    held_at: null,
    invited_at: invitation.created_at,
    accepted_at: tx.clock(),
  })
  await deleteInvitation(tx.db, invitation.id)
  await notifyOwner(tx, 'accepted', invited)
  const access = await requireProject(tx, caller, project.id, 'read')
  const view = await projectView(tx, access)
  const event = { severity: 'medium', projectId: project.id } as const
  const { username } = user
  tx.record({
    ...event,
    type: 'invitation_accepted',
    description: `${username} accepted the invitation to "${project.name}"`,
  })
  if (pending === 0)
    tx.record({
      ...event,
      type: 'collaborator_added',
      description: `${username} joined "${project.name}" (${invitation.role})`,
    })
  return { project: view, keys_pending: pending > 0 }
}
