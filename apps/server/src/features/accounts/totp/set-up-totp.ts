import { randomBytes } from 'node:crypto'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { setUpTotp as endpoint } from '@envhold/contract/totp.ts'
import { encodeBase32 } from '@envhold/integrity/base32.ts'
import { newTotpSecret, sealTotpSecret } from '@envhold/integrity/totp-secret.ts'
import { AppError } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import type { Call } from '../../../http/route.ts'
import { transact } from '../../audit-log/tx.ts'
import type { AttemptRule } from '../../users/attempt-store.ts'
import { requireRateLimit } from '../../users/require-rate-limit.ts'
import { findUser } from '../../users/user-store.ts'
import { findTotpFactor, replaceUnconfirmedTotpFactor } from './totp-factor-store.ts'

/** How long a set-up may take. */
export const setUpMs = 3_600_000
const perUser: AttemptRule = { kind: 'totp-set-ups', limit: 20, windowMs: 3_600_000 }

export const alreadyOn = () =>
  new AppError('CONFLICT', { message: 'An authenticator app is already on. Turn it off to set up another.' })

/** Creates the secret of an authenticator app. The app is off until a code of it is confirmed. */
export async function setUpTotp(
  ctx: Context,
  { caller: { userId }, origin }: Call<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> {
  await requireRateLimit(ctx, perUser, String(userId))
  const secret = newTotpSecret()
  const id = randomBytes(16).toString('hex')
  return await transact(ctx, { userId, origin }, async (tx) => {
    await tx.lock([userId])
    const user = await findUser(tx, userId)
    if (!user) throw new AppError('UNAUTHENTICATED')
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
}

/** The format that authenticator apps read from a QR code. */
const keyUri = (email: string, secret: string): string =>
  `otpauth://totp/Envhold:${encodeURIComponent(email)}?secret=${secret}&issuer=Envhold&algorithm=SHA1&digits=6&period=30`
