import { TamperedRowError } from '../../app-error.ts'
import type { Tx } from '../audit-log/tx.ts'
import { changeEnvironment, findEnvironment } from '../environments/environment-store.ts'
import { findGrant, isRevoked, requireEpoch, revokeGrant } from '../keyring/grant-store.ts'
import type { StoredPrincipal } from '../keyring/principal-store.ts'

/**
 * Revokes what a mailed link could open, because its invitation was accepted without it, and reserves its entries in
 * the rosters for the user who accepted (fulfil-pending-grants.ts).
 * @returns for how many environments grants are pending
 * @throws TamperedRowError when the link does not hold one of them: then the invitation was ended, and put back
 */
export async function reserveGrants(
  tx: Tx,
  link: StoredPrincipal,
  environmentIds: readonly number[],
): Promise<number> {
  let awaited = 0
  await tx.hold(environmentIds)
  for (const id of environmentIds) {
    const environment = await findEnvironment(tx, id)
    if (!environment) continue
    const grant = await findGrant(tx, id, link)
    if (!grant || isRevoked(grant)) throw new TamperedRowError('grants', `${id}/${link.kind}/${link.id}`)
    requireEpoch(grant, environment.epoch)
    await revokeGrant(tx, grant, 'awaited')
    await changeEnvironment(tx, environment, { rekey_pending: 1 })
    awaited++
  }
  return awaited
}
