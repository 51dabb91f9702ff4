import { TamperedRowError } from '../../app-error.ts'
import type { Tx } from '../audit-log/tx.ts'
import { changeEnvironment, findEnvironment } from '../environments/environment-store.ts'
import { findGrant, isRevoked, requireEpoch, revokeGrant } from '../keyring/grant-store.ts'
import type { StoredPrincipal } from '../keyring/principal-store.ts'

/**
 * Revokes the grants of a mailed link whose invitation was accepted without it, and reserves its roster entries for the
 * collaborator (fulfil-pending-grants.ts).
 * @returns how many environments the collaborator waits for
 * @throws TamperedRowError when the link has no grant for one of them: the invitation had ended, and its row was
 *   restored
 */
export async function reserveGrants(
  tx: Tx,
  link: StoredPrincipal,
  environmentIds: readonly number[],
): Promise<number> {
  let reserved = 0
  await tx.hold(environmentIds)
  for (const id of environmentIds) {
    const environment = await findEnvironment(tx, id)
    if (!environment) continue
    const grant = await findGrant(tx, id, link)
    if (!grant || isRevoked(grant)) throw new TamperedRowError('grants', `${id}/${link.kind}/${link.id}`)
    requireEpoch(grant, environment.epoch)
    await revokeGrant(tx, grant, 'reserved')
    await changeEnvironment(tx, environment, { rekey_pending: 1 })
    reserved++
  }
  return reserved
}
