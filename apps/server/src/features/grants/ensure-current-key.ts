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
 * The key to write under: of a new epoch if a holder lost access since the last one, otherwise the current one, whose
 * holders and origin are verified before anything is sealed under it.
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
  // An attacker who hides the mark by putting an older head back leaves the emptied grant.
  if (holders.some(({ state }) => state === 'gone')) return await rekeyEnvironment(tx, holder, environment)
  return { environment, key, at }
}
