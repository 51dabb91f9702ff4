import { TamperedRowError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../db/transaction.ts'
import { appendActivity } from '../audit-log/append-activity.ts'
import { lockUsers } from '../users/user-store.ts'
import { endInvitation } from './end-invitation.ts'
import { findInvitation, type Invitation, listExpiredInvitations } from './invitation-store.ts'
import { expiredEvent } from './invite-collaborator.ts'

/** Takes back what nobody answered in time. One that cannot be taken back does not keep the others from it. */
export async function sweepInvitations(ctx: Context): Promise<number> {
  let swept = 0
  for (const row of await listExpiredInvitations(ctx.db, ctx.clock()))
    try {
      await expire(ctx, row)
      swept++
    } catch (error) {
      if (!(error instanceof TamperedRowError)) throw error
      ctx.log.tampered({ table: error.table, id: error.id, requestId: 'sweep' })
    }
  return swept
}

const expire = (ctx: Context, { inviter_id, sealed_to, token }: Invitation) =>
  inTransaction(ctx, async (tx) => {
    await lockUsers(tx, [inviter_id, sealed_to ?? inviter_id])
    const invitation = await findInvitation(tx, token)
    if (!invitation) return
    const by = { userId: null, origin: null }
    const { events } = await endInvitation(tx, invitation, { holder: null, by })
    await appendActivity(tx, [...events, { ...by, ...expiredEvent(invitation) }])
  })
