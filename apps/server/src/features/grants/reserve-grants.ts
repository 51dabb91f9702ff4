import { TamperedRowError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import type { Trx } from '../../db/transaction.ts'
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
  ctx: Pick<Context, 'secrets' | 'clock' | 'engine'>,
  trx: Trx,
  link: StoredPrincipal,
  environmentIds: readonly number[],
): Promise<number> {
  let awaited = 0
  for (const id of environmentIds.toSorted((left, right) => left - right)) {
    const environment = await findEnvironment(ctx, trx, id, { hold: true })
    if (!environment) continue
    const grant = await findGrant(ctx, trx, id, link)
    if (!grant || isRevoked(grant)) throw new TamperedRowError('grants', `${id}/${link.kind}/${link.id}`)
    requireEpoch(grant, environment.epoch)
    await revokeGrant(ctx, trx, grant, 'awaited')
    await changeEnvironment(ctx, trx, environment, { rekey_pending: 1 })
    awaited++
  }
  return awaited
}
