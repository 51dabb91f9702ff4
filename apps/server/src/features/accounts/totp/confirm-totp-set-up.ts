import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { confirmTotpSetUp as endpoint } from '@envhold/contract/totp.ts'
import type { Context } from '../../../context.ts'
import type { Call } from '../../../http/route.ts'
import { findSecretCounts, type SecretCount } from '../../sessions/secret-limits.ts'
import type { SessionDeps } from '../../sessions/session-deps.ts'
import { withAttemptLimit } from '../../users/with-attempt-limit.ts'
import { recordWrongCode } from '../second-factor/record-wrong-code.ts'
import { wrongCode } from '../second-factor/with-code.ts'
import { confirmSession } from '../step-up/confirm-session.ts'
import { turnOnTotp } from './turn-on-totp.ts'

/**
 * Turns an authenticator app on with its first right code, and creates recovery codes. Other sessions go on: from now on
 * they cannot confirm a sensitive action without the second factor.
 */
export async function confirmTotpSetUp(
  ctx: Context,
  deps: SessionDeps,
  { caller, body, origin }: Call<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> {
  const wrong = wrongCode('totp')
  let codes: string[] = []
  const turnOn = () =>
    confirmSession(ctx, deps, { caller, origin, proof: 'totp' }, async (tx) => {
      const created = await turnOnTotp(tx, caller, body.code)
      if (!created) throw wrong
      codes = created
    }).catch((error) => {
      if (error === wrong) return undefined
      throw error
    })
  const user = { id: caller.userId, username: caller.username }
  const limit = {
    ...(await findSecretCounts(ctx, 'totp-set-up', caller)),
    onLocked: (locked: SecretCount) =>
      recordWrongCode(ctx, { user, method: 'totp', by: caller, origin }, locked),
  }
  const confirmed = await withAttemptLimit(ctx, limit, turnOn)
  if (!confirmed) throw wrong
  return { ...confirmed, recovery_codes: codes }
}
