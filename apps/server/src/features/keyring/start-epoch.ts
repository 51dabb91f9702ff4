import type { EnvironmentKey } from '@envhold/integrity/key.ts'
import { type EnvironmentEpoch, keyId, sealPreviousKey } from '@envhold/vault/environment.ts'
import { linkMac, rosterMac } from '@envhold/vault/roster.ts'
import type { Within } from '../../context.ts'
import { insertEpoch, rosterHash } from './epoch-store.ts'
import { grantEnvironmentKey } from './grant-environment-key.ts'
import { deleteGrantsFor, type InactiveHolder, insertGrants, revokedGrant } from './grant-store.ts'
import type { Recipient } from './principal-store.ts'
import { rosterOf } from './verify-roster.ts'

/**
 * Starts an environment's first epoch, or its next: the key's name, the key before sealed under it, the roster, the
 * link, and a grant for each holder in place of all earlier grants.
 *
 * @param at the new epoch
 * @param dek its key
 * @param previous the key of the epoch before; null for the first
 * @param holders who is given it: `recipientsOf` for a new environment, what remains of `verifyRoster` for a re-key
 * @param awaited whose places on the roster are kept, without the key
 */
export async function startEpoch(
  tx: Within<'secrets' | 'clock'>,
  at: EnvironmentEpoch,
  dek: EnvironmentKey,
  previous: EnvironmentKey | null,
  holders: readonly Recipient[],
  awaited: readonly InactiveHolder[] = [],
): Promise<void> {
  const roster = rosterOf([...holders, ...awaited])
  const key_id = keyId(dek)
  await insertEpoch(tx, {
    environment_id: at.environment,
    epoch: at.epoch,
    key_id,
    previous_key: previous && sealPreviousKey(dek, previous, at),
    roster_mac: rosterMac(dek, at.environment, at.epoch, roster),
    link_mac: previous && linkMac(previous, at.environment, at.epoch, key_id, roster),
    roster_hash: rosterHash(roster),
  })
  await deleteGrantsFor(tx.db, at.environment)
  await grantEnvironmentKey(tx, dek, at, holders)
  await insertGrants(
    tx,
    awaited.map((lost) => revokedGrant(lost, at.environment, at.epoch)),
  )
}
