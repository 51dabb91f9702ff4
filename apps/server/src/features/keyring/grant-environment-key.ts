import type { EnvironmentKey } from '@envhold/integrity/key.ts'
import type { EnvironmentEpoch } from '@envhold/vault/environment.ts'
import { sealGrant } from '@envhold/vault/grant.ts'
import type { TrxContext } from '../../context.ts'
import { insertGrants } from './grant-store.ts'
import { principalOf, type Recipient } from './principal-store.ts'

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
  const grants = recipients.map((row) => ({
    environment_id: at.environment,
    kind: row.kind,
    principal: row.id,
    epoch: at.epoch,
    sealed: sealGrant(dek, at, principalOf(row), row.public_key),
  }))
  await insertGrants(tx, grants)
}
