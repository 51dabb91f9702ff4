import type { Tx } from '../../audit-log/tx.ts'
import { storePasskeyUse } from './passkey-store.ts'
import { rejected } from './rejected.ts'
import type { ProvedPasskey } from './verify-use.ts'

/**
 * Records the use of a passkey, in the transaction of what it is used for, under the lock of the account.
 * @param what what it was used for, as the activity log describes it: `sign in`
 * @throws AppError INVALID_CREDENTIALS if it was removed, or used with a later counter, meanwhile
 */
export async function recordUse(
  tx: Tx,
  { passkey, user, ...use }: ProvedPasskey,
  what: string,
): Promise<void> {
  if (!(await storePasskeyUse(tx, passkey, use))) throw rejected()
  const description = `${user.username} used the passkey ${passkey.name} to ${what}`
  tx.record({ type: 'passkey_used', severity: 'low', description })
}
