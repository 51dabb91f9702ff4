import { sealGrant } from '@envhold/vault/grant.ts'
import { changeEnvironment, epochOf, findEnvironment } from '../environments/environment-store.ts'
import { grantedEnvironments, replaceGrant } from '../keyring/grant-store.ts'
import type { RegrantToNewKey } from '../keyring/keyring.ts'
import { openEnvironmentKey } from '../keyring/open-environment-key.ts'
import { isSamePrincipal, principalOf } from '../keyring/principal-store.ts'
import { updateRoster } from '../keyring/update-roster.ts'
import { verifyRoster } from '../keyring/verify-roster.ts'

/**
 * Grants everything that a user can open to the user's new key pair, and marks those environments for re-keying,
 * because the old key pair still opens copies of their current keys. Re-keying runs in later calls.
 */
export const regrantToNewKey: RegrantToNewKey = async (tx, holder, renewed) => {
  let pending = 0
  const { kind, id: principal } = renewed
  const ids = await grantedEnvironments(tx.db, holder.principal)
  await tx.hold(ids)
  for (const id of ids) {
    const environment = await findEnvironment(tx, id)
    if (!environment) continue
    const at = epochOf(environment)
    const key = await openEnvironmentKey(tx, holder, at)
    const others = (await verifyRoster(tx, key, at)).filter((one) => !isSamePrincipal(one, renewed))
    const sealed = sealGrant(key, at, principalOf(renewed), renewed.public_key)
    await replaceGrant(tx, { environment_id: id, kind, principal, epoch: at.epoch, sealed })
    await updateRoster(tx, key, at, [...others, renewed])
    await changeEnvironment(tx, environment, { rekey_pending: 1 })
    pending++
  }
  return pending
}
