/**
 * Collaborators: who shares a project with its owner, and who is invited. A membership is a row that every call checks
 * (projects/project-access.ts). Its value is in the environments' keys, which are sealed to the collaborator when the
 * invitation is made and revoked when the membership ends.
 */

import * as answers from '@envhold/contract/answer-invitation.ts'
import * as contract from '@envhold/contract/collaborators.ts'
import * as pendingInvitations from '@envhold/contract/pending-invitations.ts'
import type { Context } from '../../context.ts'
import { type Route, route } from '../../http/route.ts'
import type { Keyring } from '../keyring/keyring.ts'
import { acceptInvitation } from './accept-invitation.ts'
import { cancelInvitation } from './cancel-invitation.ts'
import { declineInvitation } from './decline-invitation.ts'
import { inviteCollaborator } from './invite-collaborator.ts'
import { listCollaborators } from './list-collaborators.ts'
import { listInvitations } from './list-invitations.ts'
import { openInvitation } from './open-invitation.ts'
import { removeCollaborator } from './remove-collaborator.ts'
import { updateCollaborator } from './update-collaborator.ts'
import { updateInvitation } from './update-invitation.ts'

export const collaboratorRoutes = (ctx: Context, ring: Keyring): Route[] => [
  route(contract.listCollaborators, async (call) => ({ json: await listCollaborators(ctx, call) })),
  route(contract.inviteCollaborator, async (call) => ({
    json: { invitation: await inviteCollaborator(ctx, ring, call) },
  })),
  route(contract.updateCollaborator, async (call) => ({
    json: { collaborator: await updateCollaborator(ctx, ring, call) },
  })),
  route(contract.removeCollaborator, async (call) => {
    const rekey_pending = await removeCollaborator(ctx, ring, call)
    return { json: { message: 'Collaborator removed successfully!', rekey_pending } }
  }),
  route(contract.updateInvitation, async (call) => ({
    json: { collaborator: await updateInvitation(ctx, ring, call) },
  })),
  route(contract.cancelInvitation, async (call) => {
    await cancelInvitation(ctx, ring, call)
    return { json: { message: 'Invitation canceled' } }
  }),
  route(pendingInvitations.listInvitations, async ({ caller }) => ({
    json: { invitations: await listInvitations(ctx, caller) },
  })),
  route(answers.openInvitation, async (call) => ({ json: { invitation: await openInvitation(ctx, call) } })),
  route(answers.acceptInvitation, async (call) => ({ json: await acceptInvitation(ctx, ring, call) })),
  route(answers.declineInvitation, async (call) => {
    await declineInvitation(ctx, call)
    return { json: { message: 'Invitation declined' } }
  }),
]
