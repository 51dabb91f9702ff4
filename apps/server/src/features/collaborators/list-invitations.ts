import type { PendingInvitation } from '@envhold/contract/pending-invitations.ts'
import type { Context } from '../../context.ts'
import type { UserCaller } from '../../http/caller.ts'
import { findUser } from '../users/user-store.ts'
import { listInvitationsTo } from './invitation-store.ts'
import { invitationView } from './invitation-view.ts'

/**
 * Lists the caller's open invitations. A caller whose e-mail address is unverified learns nothing about invitations to
 * it.
 */
export async function listInvitations(
  ctx: Pick<Context, 'db' | 'secrets' | 'clock'>,
  { userId }: UserCaller,
): Promise<PendingInvitation[]> {
  const user = await findUser(ctx, userId)
  if (!user || user.email_verified_at === null) return []
  return (await listInvitationsTo(ctx, user.email_canonical, ctx.clock())).map(invitationView)
}
