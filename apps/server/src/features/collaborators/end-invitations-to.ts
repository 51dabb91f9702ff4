import type { Tx } from '../audit-log/tx.ts'
import { endInvitation } from './end-invitation.ts'
import { listSealedInvitations } from './invitation-store.ts'

/** Ends the open invitations whose keys are sealed to a user's key pair, before that key pair is discarded. */
export async function endInvitationsTo(tx: Tx, userId: number): Promise<void> {
  const invitations = await listSealedInvitations(tx, userId)
  await tx.lock(invitations.map(({ inviter_id }) => inviter_id))
  for (const invitation of invitations) {
    await endInvitation(tx, invitation, null)
    tx.record({
      type: 'invitation_canceled',
      severity: 'low',
      description: `The invitation of ${invitation.email} ended: its keys were sealed to a vault that was emptied`,
      projectId: invitation.project_id,
    })
  }
}
