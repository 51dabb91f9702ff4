import type { declineInvitation as endpoint } from '@envhold/contract/answer-invitation.ts'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/route.ts'
import { actedBy } from '../audit-log/acted-by.ts'
import { transact } from '../audit-log/tx.ts'
import { endInvitation } from './end-invitation.ts'
import { notifyOwner } from './notify-owner.ts'
import { requireInvitation } from './require-invitation.ts'

/** Revokes what was sealed for the invitation. Its environments get a pending re-key. */
export async function declineInvitation(
  ctx: Context,
  { caller, params, origin }: Call<typeof endpoint>,
): Promise<void> {
  const before = await requireInvitation(ctx, caller, params.token)
  const by = actedBy(caller, origin)
  await transact(ctx, by, async (tx) => {
    await tx.lock([before.project.owner_id, caller.userId])
    const invited = await requireInvitation(tx, caller, params.token)
    const { project, user } = invited
    await endInvitation(tx, invited.invitation, null)
    await notifyOwner(tx, 'declined', invited)
    tx.record({
      type: 'invitation_declined',
      severity: 'low',
      description: `${user.username} declined the invitation to "${project.name}"`,
      projectId: project.id,
    })
  })
}
