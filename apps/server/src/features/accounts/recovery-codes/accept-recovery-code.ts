import { verifyRecoveryCode } from '@envhold/integrity/recovery-code.ts'
import { VaultError } from '@envhold/integrity/vault-error.ts'
import { originVariables } from '../../../mail/origin-variables.ts'
import { queueMail } from '../../../mail/queue-mail.ts'
import type { Tx } from '../../audit-log/tx.ts'
import type { User } from '../../users/user-store.ts'
import { listRecoveryCodes, markRecoveryCodeUsed, type RecoveryCode } from './recovery-code-store.ts'

/**
 * Accepts a recovery code once, records that, and mails the owner how many are left.
 * @returns whether the code was right and unused
 * @throws TamperedRowError
 */
export async function acceptRecoveryCode(
  tx: Tx,
  { id: userId, email, username }: User,
  code: string,
): Promise<boolean> {
  const unused = await listRecoveryCodes(tx, userId)
  // Each one is compared, so that the time does not show which one it was.
  const [found] = unused.filter((row) => isOf(tx, row, code))
  if (!found || !(await markRecoveryCodeUsed(tx, found, tx.clock()))) return false
  const left = unused.length - 1
  const { origin } = tx.actor
  if (origin)
    await queueMail(tx, 'recoveryCodeUsed', {
      to: email,
      variables: { ...originVariables(tx, origin), userId, left },
    })
  tx.revoked({ kind: 'recovery_codes', userId })
  const description = `${username} used a recovery code; ${left} left`
  tx.record({ type: 'recovery_code_used', severity: 'high', description })
  return true
}

function isOf(
  { secrets }: Pick<Tx, 'secrets'>,
  { id, user_id, code_mac }: RecoveryCode,
  code: string,
): boolean {
  try {
    verifyRecoveryCode(secrets, { user: user_id, id }, { code, mac: code_mac })
    return true
  } catch (error) {
    if (error instanceof VaultError) return false
    throw error
  }
}
