import { verifyRecoveryCode } from '@envhold/integrity/recovery-code.ts'
import { findTotpStep, openTotpSecret, sealTotpSecret, totpSecretKid } from '@envhold/integrity/totp.ts'
import { ifAccepted } from '@envhold/integrity/vault-error.ts'
import { TamperedRowError } from '../../../app-error.ts'
import type { TrxContext } from '../../../context.ts'
import { noticeVariables } from '../../../mail/queue-mail.ts'
import type { Tx } from '../../audit-log/tx.ts'
import type { User } from '../../users/user-store.ts'
import { mailOwner } from '../notify-owner.ts'
import {
  acceptTotpStep,
  listRecoveryCodes,
  markRecoveryCodeUsed,
  type RecoveryCode,
  type TotpFactor,
} from './factor-store.ts'

/**
 * Accepts a code of an authenticator app once: its step has to be later than the last one that was accepted. The secret
 * is sealed again if a newer server secret has come into use.
 * @param code six digits, with or without spaces
 * @returns whether the code was right and new
 * @throws TamperedRowError
 */
export async function acceptTotpCode(tx: TrxContext<'secrets' | 'clock'>, factor: TotpFactor, code: string) {
  const at = { user: factor.user_id, factor: factor.id }
  const now = tx.clock()
  const secret = openSecret(tx, factor)
  const step = findTotpStep(secret, code.replaceAll(/\s/g, ''), { now, after: factor.last_step })
  if (step === undefined) return false
  const isNewest = totpSecretKid(factor.sealed) === tx.secrets.newest
  return await acceptTotpStep(tx, factor, {
    last_step: step,
    last_used_at: now,
    confirmed_at: factor.confirmed_at ?? now,
    sealed: isNewest ? factor.sealed : sealTotpSecret(tx.secrets, at, secret),
  })
}

function openSecret({ secrets }: TrxContext<'secrets'>, { id, user_id, sealed }: TotpFactor): Uint8Array {
  const secret = ifAccepted(() => openTotpSecret(secrets, { user: user_id, factor: id }, sealed))
  if (!secret) throw new TamperedRowError('totp_factors', id)
  return secret
}

/**
 * Accepts a recovery code once, records that, and mails the owner how many are left.
 * @returns whether the code was right and unused
 * @throws TamperedRowError
 */
export async function acceptRecoveryCode(tx: Tx, user: User, code: string) {
  const { id: userId, username } = user
  const unused = await listRecoveryCodes(tx, userId)
  // Each one is compared, so that the time does not show which one it was.
  const [match] = unused.filter((row) => isOf(tx, row, code))
  if (!match || !(await markRecoveryCodeUsed(tx, match, tx.clock()))) return false
  const left = unused.length - 1
  const { origin } = tx.actor
  if (origin) await mailOwner(tx, user, 'recoveryCodeUsed', { ...noticeVariables(tx, userId, origin), left })
  tx.revoked({ kind: 'recovery_codes', userId })
  const description = `${username} used a recovery code; ${left} left`
  tx.record({ type: 'recovery_code_used', description })
  return true
}

const isOf = ({ secrets }: Pick<Tx, 'secrets'>, { id, user_id, code_mac }: RecoveryCode, code: string) =>
  ifAccepted(() => {
    verifyRecoveryCode(secrets, { user: user_id, id }, { code, mac: code_mac })
    return true
  }) === true
