import type { Context } from '../../context.ts'
import type { Trx } from '../../db/transaction.ts'
import type { ActivityEvent } from '../audit-log/append-activity.ts'
import { grantedEnvironments } from '../keyring/grant-store.ts'
import type { KeyHolder } from '../keyring/key-holder.ts'
import { changePrincipal, deleteRevokedPrincipals, type StoredPrincipal } from '../keyring/principal-store.ts'
import { revokeEnvironments } from './revoke-environments.ts'

type By = Pick<ActivityEvent, 'userId' | 'tokenId' | 'origin'>

/**
 * Ends what a principal could open, for good. Until its environments are re-keyed it stays on their rosters, but its
 * grants are empty, and nobody can present its token.
 * @returns the events to append
 */
export async function revokePrincipal(
  ctx: Pick<Context, 'secrets' | 'clock' | 'engine'>,
  trx: Trx,
  principal: StoredPrincipal,
  holder: KeyHolder | null,
  by: By,
): Promise<readonly ActivityEvent[]> {
  await changePrincipal(ctx, trx, principal, { revoked: 1 })
  const environmentIds = await grantedEnvironments(trx, principal)
  const { events } = await revokeEnvironments(ctx, trx, {
    principals: [principal],
    environmentIds,
    holder,
    by,
  })
  await deleteRevokedPrincipals(trx)
  return events
}
