import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { confirmTotpSetUp as endpoint } from '@envhold/contract/totp.ts'
import type { Context } from '../../../context.ts'
import type { Call } from '../../../http/route.ts'
import type { SessionDeps } from '../../sessions/session-deps.ts'
import type { AttemptRule } from '../../users/attempt-store.ts'
import { withAttemptLimit } from '../../users/with-attempt-limit.ts'
import { wrongCode } from '../second-factor/with-code.ts'
import { confirmSession } from '../step-up/confirm-session.ts'
import { turnOnTotp } from './turn-on-totp.ts'

const perSetUp: AttemptRule = { kind: 'totp-set-up', limit: 10, windowMs: 15 * 60_000 }

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
  const limit = { rule: perSetUp, identity: String(caller.userId) }
  const confirmed = await withAttemptLimit(ctx, limit, turnOn)
  if (!confirmed) throw wrong
  return { ...confirmed, recovery_codes: codes }
}
