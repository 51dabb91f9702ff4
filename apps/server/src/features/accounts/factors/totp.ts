/** The authenticator app of an account, and its recovery codes. */

import { randomBytes } from 'node:crypto'
import * as contract from '@envhold/contract/accounts/second-factors.ts'
import { encodeBase32 } from '@envhold/integrity/base32.ts'
import { newTotpSecret, sealTotpSecret } from '@envhold/integrity/totp.ts'
import { conflict, notFound } from '../../../app-error.ts'
import type { DbContext } from '../../../context.ts'
import { wireTime, wireTimeOrNull } from '../../../http/responses/wire-time.ts'
import { verb } from '../../../http/verb.ts'
import { type Tx, transact } from '../../audit-log/tx.ts'
import { findSecretCounts, type SecretCount } from '../../sessions/secret-limits.ts'
import { requireRateLimit, withAttemptLimit } from '../../users/attempt-limits.ts'
import type { AttemptRule } from '../../users/attempt-store.ts'
import { requireUser } from '../../users/user-store.ts'
import type { AccountWorld } from '../account-world.ts'
import { deleteRemovalNotice } from '../delayed/delayed-change-store.ts'
import { notifyOfAdded, notifyOwner } from '../notify-owner.ts'
import { recordWrongCode, wrongCode } from '../second-factor/with-code.ts'
import { confirmSession, withRenewedSession } from '../step-up/confirm-session.ts'
import { acceptTotpCode } from './accept-code.ts'
import {
  countRecoveryCodes,
  findTotpFactor,
  findUnconfirmedTotpFactor,
  replaceUnconfirmedTotpFactor,
  setUpMs,
} from './factor-store.ts'
import { turnOffTotp } from './remove-factor.ts'
import { replaceRecoveryCodes } from './replace-recovery-codes.ts'

export const readTotp = verb(contract.readTotp, async (ctx, { caller: { userId } }) => {
  const factor = await findTotpFactor(ctx, userId)
  return {
    totp: factor
      ? {
          confirmed_at: wireTime(factor.confirmed_at ?? factor.created_at),
          last_used_at: wireTimeOrNull(factor.last_used_at),
        }
      : null,
    recovery_codes_left: await countRecoveryCodes(ctx.db, userId),
  }
})

const setUpsPerUser: AttemptRule = { kind: 'totp-set-ups', limit: 20, windowMs: 3_600_000 }

const alreadyOn = () => conflict('An authenticator app is already on. Turn it off to set up another.')

/** Creates the secret of an authenticator app. The app is off until a code of it is confirmed. */
export const setUpTotp = verb(contract.setUpTotp, async (ctx, { caller: { userId }, origin }) => {
  await requireRateLimit(ctx, setUpsPerUser, String(userId))
  const secret = newTotpSecret()
  const id = randomBytes(16).toString('hex')
  return await transact(ctx, { userId, origin }, async (tx) => {
    await tx.lock([userId])
    const user = await requireUser(tx, userId)
    if (await findTotpFactor(tx, userId)) throw alreadyOn()
    await replaceUnconfirmedTotpFactor(tx, {
      id,
      user_id: userId,
      sealed: sealTotpSecret(tx.secrets, { user: userId, factor: id }, secret),
      confirmed_at: null,
      last_step: 0,
      created_at: tx.clock(),
      last_used_at: null,
    })
    const text = encodeBase32(secret)
    return { secret: text, uri: keyUri(user.email, text) }
  })
})

/** The format that authenticator apps read from a QR code. */
const keyUri = (email: string, secret: string) =>
  `otpauth://totp/Envhold:${encodeURIComponent(email)}?secret=${secret}&issuer=Envhold&algorithm=SHA1&digits=6&period=30`

/**
 * Turns an authenticator app on with its first right code, and creates recovery codes. Other sessions go on: from now on
 * they cannot confirm a sensitive action without the second factor.
 */
export const confirmTotpSetUp = verb(contract.confirmTotpSetUp, async (ctx: AccountWorld, call) => {
  const { caller, body, origin } = call
  const wrong = wrongCode('totp')
  let codes: string[] = []
  const turnOn = () =>
    confirmSession(ctx, { caller, origin, method: 'totp' }, async (tx) => {
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
})

/**
 * Turns on the authenticator app that is being set up, if the code is one of it.
 * @returns the new recovery codes; undefined if the code is wrong
 * @throws AppError CONFLICT, NOT_FOUND
 */
async function turnOnTotp(
  tx: Tx,
  { userId, username }: { readonly userId: number; readonly username: string },
  code: string,
): Promise<string[] | undefined> {
  if (await findTotpFactor(tx, userId)) throw alreadyOn()
  const factor = await findUnconfirmedTotpFactor(tx, userId)
  if (!factor || factor.created_at + setUpMs <= tx.clock())
    throw notFound('This set-up has expired. Start again.')
  if (!(await acceptTotpCode(tx, factor, code))) return undefined
  await deleteRemovalNotice(tx.db, userId)
  await notifyOfAdded(tx, await requireUser(tx, userId), 'totpAdded', { factorId: factor.id })
  tx.revoked({ kind: 'second_factor', userId })
  const description = `${username} turned on an authenticator app`
  tx.record({ type: 'mfa_enabled', description })
  return await replaceRecoveryCodes(tx, userId)
}

/** Turns the authenticator app off, with its recovery codes. Signing in needs no second factor any more. */
export const removeTotp = verb(contract.removeTotp, async (ctx: AccountWorld, call) => {
  const { userId, username } = call.caller
  const { token } = await withRenewedSession(ctx, call, async (tx) => {
    await requireTotpFactor(tx, userId)
    await turnOffTotp(tx, { id: userId, username })
  })
  return { message: 'The authenticator app is off.', token }
})

/** Each renewal sends a mail. */
const renewalsPerUser: AttemptRule = { kind: 'recovery-code-renewals', limit: 10, windowMs: 3_600_000 }

/** Replaces the recovery codes of an account whose authenticator app is on. */
export const renewRecoveryCodes = verb(contract.renewRecoveryCodes, async (ctx: AccountWorld, call) => {
  const { userId, username } = call.caller
  await requireRateLimit(ctx, renewalsPerUser, String(userId))
  const { result, token } = await withRenewedSession(ctx, call, async (tx) => {
    await requireTotpFactor(tx, userId)
    const codes = await replaceRecoveryCodes(tx, userId)
    await notifyOwner(tx, 'recoveryCodesRenewed', {})
    tx.revoked({ kind: 'recovery_codes', userId })
    const description = `${username} created new recovery codes`
    tx.record({ type: 'recovery_codes_renewed', description })
    return codes
  })
  return { recovery_codes: result, token }
})

/** @throws AppError NOT_FOUND while no authenticator app is on */
async function requireTotpFactor(ctx: DbContext<'secrets'>, userId: number) {
  const factor = await findTotpFactor(ctx, userId)
  if (!factor) throw notFound('No authenticator app is on.')
}
