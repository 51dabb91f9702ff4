import { sameBytes } from '@envhold/integrity/bytes.ts'
import { publicKeyHash } from '@envhold/integrity/context.ts'
import type { EnvironmentKey } from '@envhold/integrity/key.ts'
import { rejectUnless, VaultError } from '@envhold/integrity/vault-error.ts'
import { type EnvironmentEpoch, keyId, openPreviousKey } from '@envhold/vault/environment.ts'
import { linkMac, rosterMac, verifyLink, verifyRoster as verifyRosterMac } from '@envhold/vault/roster.ts'
import { TamperedRowError } from '../../app-error.ts'
import type { DbContext, TrxContext } from '../../context.ts'
import { findEpoch, replaceMacs, rosterHash } from './epoch-store.ts'
import { type Holder, listHolders } from './grant-store.ts'
import { storeHolders } from './holders-store.ts'
import { principalOf, type Recipient } from './principal-store.ts'

export const rosterOf = (holders: readonly (Recipient | Holder)[]) =>
  holders.map((row) => ({
    principal: principalOf(row),
    publicKeyHash: 'keyHash' in row ? row.keyHash : publicKeyHash(row.public_key),
  }))

/**
 * Verifies with the environment's key that a holder of that key wrote this roster, and that the key follows the
 * previous one. A writer of the database can therefore plant neither a recipient nor a key. Call it before sealing
 * anything to the holders, and before a call's first write under an epoch.
 * @returns the holders, including those whose grant was revoked since the last re-key
 * @throws TamperedRowError
 */
export async function verifyRoster(
  ctx: DbContext<'secrets'>,
  dek: EnvironmentKey,
  at: EnvironmentEpoch,
): Promise<Holder[]> {
  const holders = await listHolders(ctx, at.environment, at.epoch)
  const roster = rosterOf(holders)
  try {
    const row = await findEpoch(ctx.db, at.environment, at.epoch)
    rejectUnless(row !== undefined && sameBytes(row.key_id, keyId(dek)))
    verifyRosterMac(dek, at, roster, row.roster_mac)
    const isFirst = at.epoch === 1
    rejectUnless(isFirst === (row.link_mac === null) && isFirst === (row.previous_key === null))
    if (row.previous_key && row.link_mac) {
      const previous = openPreviousKey(dek, at, row.previous_key)
      const before = await findEpoch(ctx.db, at.environment, at.epoch - 1)
      rejectUnless(before !== undefined && sameBytes(before.key_id, keyId(previous)))
      verifyLink(previous, { ...at, keyId: row.key_id }, roster, row.link_mac)
    }
  } catch (error) {
    if (!(error instanceof VaultError)) throw error
    throw new TamperedRowError('environment_epochs', `${at.environment}/${at.epoch}`)
  }
  return holders
}

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
  await storeHolders(tx.db, { column: 'id', value: at.environment })
}
