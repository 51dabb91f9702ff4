import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { renewRecoveryCodes as endpoint } from '@envhold/contract/recovery-codes.ts'
import type { Context } from '../../../context.ts'
import type { Call } from '../../../http/route.ts'
import { transact } from '../../audit-log/tx.ts'
import type { SessionDeps } from '../../sessions/session-deps.ts'
import { renewSession } from '../../sessions/start-session.ts'
import type { AttemptRule } from '../../users/attempt-store.ts'
import { requireRateLimit } from '../../users/require-rate-limit.ts'
import { notifyOwner } from '../factors/notify-owner.ts'
import { requireTotpFactor } from '../totp/require-totp-factor.ts'
import { replaceRecoveryCodes } from './replace-recovery-codes.ts'

/** Each renewal sends a mail. */
const perUser: AttemptRule = { kind: 'recovery-code-renewals', limit: 10, windowMs: 3_600_000 }

/** Replaces the recovery codes of an account whose authenticator app is on. */
export async function renewRecoveryCodes(
  ctx: Context,
  { unlocked }: Pick<SessionDeps, 'unlocked'>,
  { caller, origin }: Call<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> {
  const { userId, username, session, verifiedAt, verifiedBy } = caller
  await requireRateLimit(ctx, perUser, String(userId))
  const renewed = await transact(ctx, { userId, origin }, async (tx) => {
    await tx.lock([userId])
    await requireTotpFactor(tx, userId)
    const codes = await replaceRecoveryCodes(tx, userId)
    await notifyOwner(tx, userId, 'recoveryCodesRenewed')
    tx.revoked({ kind: 'recovery_codes', userId })
    const description = `${username} created new recovery codes`
    tx.record({ type: 'recovery_codes_renewed', severity: 'high', description })
    const token = await renewSession(tx, session.id, { verifiedAt, proof: verifiedBy })
    return { recovery_codes: codes, token }
  })
  unlocked.dropSession(session.id)
  return renewed
}
