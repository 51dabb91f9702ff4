import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { removeTotp as endpoint } from '@envhold/contract/totp.ts'
import type { Context } from '../../../context.ts'
import type { Call } from '../../../http/route.ts'
import { transact } from '../../audit-log/tx.ts'
import type { SessionDeps } from '../../sessions/session-deps.ts'
import { renewSession } from '../../sessions/start-session.ts'
import { notifyOwner } from '../factors/notify-owner.ts'
import { deleteRecoveryCodes } from '../recovery-codes/recovery-code-store.ts'
import { requireTotpFactor } from './require-totp-factor.ts'
import { deleteTotpFactors } from './totp-factor-store.ts'

/** Turns the authenticator app off, with its recovery codes. Signing in needs no second factor any more. */
export async function removeTotp(
  ctx: Context,
  { unlocked }: Pick<SessionDeps, 'unlocked'>,
  { caller, origin }: Call<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> {
  const { userId, username, session, verifiedAt, verifiedBy } = caller
  const token = await transact(ctx, { userId, origin }, async (tx) => {
    await tx.lock([userId])
    await requireTotpFactor(tx, userId)
    await deleteTotpFactors(tx.db, userId)
    await deleteRecoveryCodes(tx.db, userId)
    await notifyOwner(tx, userId, 'totpRemoved')
    const description = `${username} turned off the authenticator app`
    tx.record({ type: 'mfa_disabled', severity: 'high', description })
    return await renewSession(tx, session.id, { verifiedAt, proof: verifiedBy })
  })
  unlocked.dropSession(session.id)
  return { message: 'The authenticator app is off.', token }
}
