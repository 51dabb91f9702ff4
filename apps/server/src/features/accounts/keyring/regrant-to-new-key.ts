import { sealGrant } from '@envhold/vault/grant.ts'
import { recordIfTampered } from '../../audit-log/activity-recorder.ts'
import type { Tx } from '../../audit-log/tx.ts'
import { changeEnvironment, epochOf, findEnvironment } from '../../environments/environment-store.ts'
import { listAccessibleEnvironments } from '../../grants/environments-of-user-store.ts'
import { replaceGrant } from '../../keyring/grant-store.ts'
import type { KeyHolder } from '../../keyring/keyring.ts'
import { openEnvironmentKey } from '../../keyring/open-environment-key.ts'
import { isSamePrincipal, principalOf, type Recipient } from '../../keyring/principal-store.ts'
import { updateRoster, verifyRoster } from '../../keyring/roster.ts'

/**
 * Seals the keys of everything that the holder owns or shares to `renewed`, the new public key, and marks those
 * environments for re-keying, because the old key pair still opens copies of their current keys. Re-keying runs in
 * later calls. The principal's row still has the old public key, by which `verifyRoster` recognizes the holder.
 *
 * While a roster cannot be verified, the values of its environment stay readable and every write is rejected, so it
 * does not stop the others.
 * @throws TamperedRowError when a key cannot be opened: it would be lost with the old key pair
 */
export async function regrantToNewKey(tx: Tx, holder: KeyHolder, renewed: Recipient): Promise<void> {
  const { kind, id: principal } = renewed
  const ids = await listAccessibleEnvironments(tx.db, holder)
  await tx.hold(ids)
  for (const id of ids) {
    const environment = await findEnvironment(tx, id)
    if (!environment) continue
    const at = epochOf(environment)
    const key = await openEnvironmentKey(tx, holder, at)
    const sealed = sealGrant(key, at, principalOf(renewed), renewed.public_key)
    await replaceGrant(tx, { environment_id: id, kind, principal, epoch: at.epoch, sealed })
    await recordIfTampered(tx, async () => {
      const others = (await verifyRoster(tx, key, at)).filter((holder) => !isSamePrincipal(holder, renewed))
      await updateRoster(tx, key, at, [...others, renewed])
      await changeEnvironment(tx, environment, { rekey_pending: 1 })
    })
  }
}
