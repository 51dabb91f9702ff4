import type { Proof } from '@envhold/contract/step-up.ts'
import { newToken } from '@envhold/integrity/token.ts'
import { AppError } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import { lockRows } from '../../../db/lock-rows.ts'
import { commitTogether } from '../../../db/transaction.ts'
import { hasProved } from '../../sessions/device-store.ts'
import { clearSignInFailures } from '../../users/sign-in-attempt.ts'
import { findUser } from '../../users/user-store.ts'
import type { FirstFactor } from '../sign-in/first-factor.ts'
import { ipFamilyOf } from './ip-family.ts'
import { insertMfaTicket } from './mfa-ticket-store.ts'
import { passwordDigest } from './password-digest.ts'

const ttlMs = 5 * 60_000
/** Enough for several devices that sign in at the same time. */
const maxTickets = 5

/**
 * Issues the ticket that continues a sign-in with its second factor. It is bound to the account and its password, to
 * the family of the client's IP address, and to the accepted proofs. The first factor was right, so its failures are
 * cleared: the ticket and each second factor count their own.
 * @returns the ticket, which is not stored
 * @throws AppError INVALID_CREDENTIALS if the password was changed meanwhile
 */
export async function issueTicket(
  ctx: Context,
  { user, proof, attempt, device, origin }: FirstFactor,
  methods: readonly Proof[],
): Promise<string> {
  const { text, id, authHash } = newToken('mfa')
  const now = ctx.clock()
  await commitTogether(ctx, async (tx) => {
    // A password change ends every ticket. Without this lock, one issued meanwhile would survive it.
    await lockRows(tx, 'users', [user.id])
    if ((await findUser(tx, user.id))?.password_hash !== user.password_hash)
      throw new AppError('INVALID_CREDENTIALS')
    const isOwn =
      device && (await hasProved(tx.db, { userId: user.id, deviceId: device.deviceId }, ['second_factor_at']))
    if (attempt) await clearSignInFailures(tx.db, attempt)
    const ticket = {
      id,
      auth_hash: authHash,
      user_id: user.id,
      address_family: ipFamilyOf(origin.ip),
      proof,
      methods: methods.join(' '),
      password_digest: passwordDigest(user),
      tries: 0,
      device_id: isOwn ? device.deviceId : null,
      created_at: now,
      expires_at: now + ttlMs,
    }
    await insertMfaTicket(tx, ticket, maxTickets)
  })
  return text
}
