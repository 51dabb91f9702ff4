import { TamperedRowError } from '../../app-error.ts'
import type { Tx } from '../audit-log/tx.ts'
import { changeEnvironment, findEnvironment } from '../environments/environment-store.ts'
import { findGrant, isRevoked, requireEpoch, revokeGrant } from '../keyring/grant-store.ts'
import type { StoredPrincipal } from '../keyring/principal-store.ts'

/**
 * Takes back what a mailed link could open, since its invitation was accepted without it, and keeps its places on the
 * rosters for whoever accepted (give-awaited-keys.ts).
 * @returns how many environments there are to wait for
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
