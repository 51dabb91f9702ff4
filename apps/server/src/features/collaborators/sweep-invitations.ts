import { TamperedRowError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import { transact } from '../audit-log/tx.ts'
import type { Invitation } from '../projects/invitation-mac.ts'
import { endInvitation, expiredEvent } from './end-invitation.ts'
import { findInvitation, listExpiredInvitations } from './invitation-store.ts'

/** Ends expired invitations. One that fails does not stop the others. */
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
  transact(ctx, { userId: null, origin: null }, async (tx) => {
    await tx.lock([inviter_id, sealed_to ?? inviter_id])
    const invitation = await findInvitation(tx, token)
    if (!invitation) return
    await endInvitation(tx, invitation, null)
    tx.record(expiredEvent(invitation))
  })
