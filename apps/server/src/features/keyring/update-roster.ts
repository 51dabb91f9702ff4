import type { EnvironmentKey } from '@envhold/integrity/key.ts'
import { type EnvironmentEpoch, keyId, openPreviousKey } from '@envhold/vault/environment.ts'
import { linkMac, rosterMac } from '@envhold/vault/roster.ts'
import { TamperedRowError } from '../../app-error.ts'
import type { TrxContext } from '../../context.ts'
import { findEpoch, replaceMacs, rosterHash, storeHolders } from './epoch-store.ts'
import type { Holder } from './grant-store.ts'
import type { Recipient } from './principal-store.ts'
import { rosterOf } from './verify-roster.ts'

/**
 * Writes a new roster MAC, after some principals were granted an environment's key or lost it.
 * @param holders everyone who holds the key now: the result of `verifyRoster` with the change applied. Reading them
 *   from the database after the change would authenticate a planted holder.
 */
export async function updateRoster(
  tx: TrxContext<'secrets'>,
  dek: EnvironmentKey,
  at: EnvironmentEpoch,
  holders: readonly (Recipient | Holder)[],
): Promise<void> {
  const row = await findEpoch(tx.db, at.environment, at.epoch)
  if (!row) throw new TamperedRowError('environment_epochs', `${at.environment}/${at.epoch}`)
  const roster = rosterOf(holders)
  const previous = row.previous_key && openPreviousKey(dek, at, row.previous_key)
  await replaceMacs(tx, row, {
    roster_mac: rosterMac(dek, at, roster),
    link_mac: previous && linkMac(previous, { ...at, keyId: keyId(dek) }, roster),
    roster_hash: rosterHash(roster),
  })
  await storeHolders(tx.db, at.environment, roster.length)
}
