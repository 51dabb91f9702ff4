import { TamperedRowError } from '../../app-error.ts'
import type { Within } from '../../context.ts'
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
  tx: Within<'secrets' | 'clock' | 'engine'>,
  link: StoredPrincipal,
  environmentIds: readonly number[],
): Promise<number> {
  let awaited = 0
  for (const id of environmentIds.toSorted((left, right) => left - right)) {
    const environment = await findEnvironment(tx, id, { hold: true })
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
