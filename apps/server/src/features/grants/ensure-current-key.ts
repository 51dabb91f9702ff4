import type { EnvironmentKey } from '@envhold/integrity/key.ts'
import type { EnvironmentEpoch } from '@envhold/vault/environment.ts'
import type { Tx } from '../audit-log/tx.ts'
import { type EnvironmentRow, epochOf } from '../environments/environment-store.ts'
import type { KeyHolder } from '../keyring/key-holder.ts'
import { openEnvironmentKey } from '../keyring/open-environment-key.ts'
import { verifyRoster } from '../keyring/verify-roster.ts'
import { rekeyEnvironment } from './rekey-environment.ts'

export interface CurrentKey {
  readonly environment: EnvironmentRow
  readonly key: EnvironmentKey
  readonly at: EnvironmentEpoch
}

/**
 * The key to write under. If access was revoked since the last epoch, this is the key of a new epoch. Otherwise it is
 * the current key, after its holders and origin were verified.
 * @param environment locked by this transaction
 */
export async function ensureCurrentKey(
  tx: Tx,
  holder: KeyHolder,
  environment: EnvironmentRow,
): Promise<CurrentKey> {
  if (environment.rekey_pending) return await rekeyEnvironment(tx, holder, environment)
  const at = epochOf(environment)
  const key = await openEnvironmentKey(tx, holder, at)
  const holders = await verifyRoster(tx, key, at)
  // A writer of the database can hide the mark by restoring an older head, but the emptied grant remains.
  if (holders.some(({ state }) => state === 'revoked')) return await rekeyEnvironment(tx, holder, environment)
  return { environment, key, at }
}
