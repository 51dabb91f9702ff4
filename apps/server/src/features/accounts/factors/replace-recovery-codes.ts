import { randomBytes } from 'node:crypto'
import { newRecoveryCode, recoveryCodeMac } from '@envhold/integrity/recovery-code.ts'
import type { TrxContext } from '../../../context.ts'
import { deleteRecoveryCodes, insertRecoveryCodes } from './factor-store.ts'

/** Used ones remain until they are replaced. */
export const codesPerAccount = 10

/** Creates recovery codes in place of the account's earlier ones. @returns the codes, which are not stored */
export async function replaceRecoveryCodes(tx: TrxContext<'secrets' | 'clock'>, userId: number) {
  const created = Array.from({ length: codesPerAccount }, () => ({
    id: randomBytes(16).toString('hex'),
    code: newRecoveryCode(),
  }))
  await deleteRecoveryCodes(tx.db, userId)
  await insertRecoveryCodes(
    tx,
    created.map(({ id, code }) => ({
      id,
      user_id: userId,
      code_mac: recoveryCodeMac(tx.secrets, { user: userId, id }, code),
      created_at: tx.clock(),
      used_at: null,
    })),
  )
  return created.map(({ code }) => code)
}
