import type { EnvironmentKey } from '@envhold/integrity/key.ts'
import { type EnvironmentEpoch, keyId, sealPreviousKey } from '@envhold/vault/environment.ts'
import { sealGrant } from '@envhold/vault/grant.ts'
import { linkMac, rosterMac } from '@envhold/vault/roster.ts'
import type { TrxContext } from '../../context.ts'
import { charged } from '../../db/charged-work.ts'
import { nextTurn } from '../../db/yield-to-event-loop.ts'
import { insertEpoch, rosterHash } from './epoch-store.ts'
import {
  deleteGrantsFor,
  type InactiveHolder,
  insertGrants,
  type NewGrant,
  revokedGrant,
} from './grant-store.ts'
import { storeHolders } from './holders-store.ts'
import { principalOf, type Recipient } from './principal-store.ts'
import { rosterOf } from './roster.ts'

interface NewEpoch {
  readonly key: EnvironmentKey
  /** The key of the previous epoch; null for the first. */
  readonly previous: EnvironmentKey | null
  /**
   * Who is granted the key: `recipientsOf` for a new environment, the remaining holders of `verifyRoster` for a re-key.
   */
  readonly holders: readonly Recipient[]
  /** Holders of reserved grants: they stay on the roster, without the key. */
  readonly reserved?: readonly InactiveHolder[]
}

/**
 * Starts an environment's first or next epoch: the key's name, the previous key sealed under it, the roster, the link,
 * and a grant for each holder that replaces all earlier grants.
 * @param at the new epoch
 */
export async function startEpoch(
  tx: TrxContext<'secrets' | 'clock'>,
  at: EnvironmentEpoch,
  { key, previous, holders, reserved = [] }: NewEpoch,
): Promise<void> {
  const roster = rosterOf([...holders, ...reserved])
  const key_id = keyId(key)
  await insertEpoch(tx, {
    environment_id: at.environment,
    epoch: at.epoch,
    key_id,
    previous_key: previous && sealPreviousKey(key, previous, at),
    roster_mac: rosterMac(key, at, roster),
    link_mac: previous && linkMac(previous, { ...at, keyId: key_id }, roster),
    roster_hash: rosterHash(roster),
  })
  await deleteGrantsFor(tx.db, at.environment)
  await grantEnvironmentKey(tx, key, at, holders)
  await insertGrants(
    tx,
    reserved.map((inactive) => revokedGrant(inactive, at.environment, at.epoch)),
  )
  await storeHolders(tx.db, { column: 'id', value: at.environment })
}

/** Others run between groups of seals. One seal takes about half a millisecond. */
const sealsPerTurn = 8

/**
 * Seals an environment's key to principals who do not hold it yet. The caller calls `verifyRoster` before and
 * `updateRoster` after.
 */
export async function grantEnvironmentKey(
  tx: TrxContext<'secrets' | 'clock'>,
  dek: EnvironmentKey,
  at: EnvironmentEpoch,
  recipients: readonly Recipient[],
): Promise<void> {
  const grants: NewGrant[] = []
  for (const row of recipients) {
    if (grants.length % sealsPerTurn === sealsPerTurn - 1) await nextTurn()
    grants.push({
      environment_id: at.environment,
      kind: row.kind,
      principal: row.id,
      epoch: at.epoch,
      sealed: charged(() => sealGrant(dek, at, principalOf(row), row.public_key)),
    })
  }
  await insertGrants(tx, grants)
}
