import { AppError } from '../../../app-error.ts'
import type { Tx } from '../../audit-log/tx.ts'
import { notifyOwner } from '../factors/notify-owner.ts'
import { replaceRecoveryCodes } from '../recovery-codes/replace-recovery-codes.ts'
import { acceptTotpCode } from './accept-totp-code.ts'
import { alreadyOn, setUpMs } from './set-up-totp.ts'
import { findTotpFactor, findUnconfirmedTotpFactor } from './totp-factor-store.ts'

/**
 * Turns on the authenticator app that is being set up, if the code is one of it.
 * @returns the new recovery codes; undefined if the code is wrong
 * @throws AppError CONFLICT, NOT_FOUND
 */
export async function turnOnTotp(
  tx: Tx,
  { userId, username }: { readonly userId: number; readonly username: string },
  code: string,
): Promise<string[] | undefined> {
  if (await findTotpFactor(tx, userId)) throw alreadyOn()
  const factor = await findUnconfirmedTotpFactor(tx, userId)
  if (!factor || factor.created_at + setUpMs <= tx.clock())
    throw new AppError('NOT_FOUND', { message: 'This set-up has expired. Start again.' })
  if (!(await acceptTotpCode(tx, factor, code))) return undefined
  await notifyOwner(tx, userId, 'totpAdded')
  tx.revoked({ kind: 'second_factor', userId })
  const description = `${username} turned on an authenticator app`
  tx.record({ type: 'mfa_enabled', severity: 'high', description })
  return await replaceRecoveryCodes(tx, userId)
}
