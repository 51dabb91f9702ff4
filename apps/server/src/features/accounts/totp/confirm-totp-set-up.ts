import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { confirmTotpSetUp as endpoint } from '@envhold/contract/totp.ts'
import { AppError } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import type { Call } from '../../../http/route.ts'
import type { SessionDeps } from '../../sessions/session-deps.ts'
import type { AttemptRule } from '../../users/attempt-store.ts'
import { withAttemptLimit } from '../../users/with-attempt-limit.ts'
import { notifyOwner } from '../factors/notify-owner.ts'
import { replaceRecoveryCodes } from '../recovery-codes/replace-recovery-codes.ts'
import { wrongCode } from '../second-factor/with-code.ts'
import { confirmSession } from '../step-up/confirm-session.ts'
import { acceptTotpCode } from './accept-totp-code.ts'
import { alreadyOn, setUpMs } from './set-up-totp.ts'
import { findTotpFactor, findUnconfirmedTotpFactor } from './totp-factor-store.ts'

const perSetUp: AttemptRule = { kind: 'totp-set-up', limit: 10, windowMs: 15 * 60_000 }

const expiredSetUp = () => new AppError('NOT_FOUND', { message: 'This set-up has expired. Start again.' })

/**
 * Turns an authenticator app on with its first right code, and creates recovery codes. Other sessions go on: from now on
 * they cannot confirm a sensitive action without the second factor.
 */
export async function confirmTotpSetUp(
  ctx: Context,
  deps: SessionDeps,
  { caller, body, origin }: Call<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> {
  const { userId, username } = caller
  const wrong = wrongCode('totp')
  let codes: string[] = []
  const turnOn = () =>
    confirmSession(ctx, deps, { caller, origin, proof: 'totp' }, async (tx) => {
      if (await findTotpFactor(tx, userId)) throw alreadyOn()
      const factor = await findUnconfirmedTotpFactor(tx, userId)
      if (!factor || factor.created_at + setUpMs <= tx.clock()) throw expiredSetUp()
      if (!(await acceptTotpCode(tx, factor, body.code))) throw wrong
      codes = await replaceRecoveryCodes(tx, userId)
      await notifyOwner(tx, userId, 'totpAdded')
      const description = `${username} turned on an authenticator app`
      tx.record({ type: 'mfa_enabled', severity: 'high', description })
    }).catch((error) => {
      if (error === wrong) return undefined
      throw error
    })
  const confirmed = await withAttemptLimit(ctx, { rule: perSetUp, identity: String(userId) }, turnOn)
  if (!confirmed) throw wrong
  return { ...confirmed, recovery_codes: codes }
}
