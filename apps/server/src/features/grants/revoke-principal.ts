import type { Within } from '../../context.ts'
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
  tx: Within<'secrets' | 'clock' | 'engine'>,
  principal: StoredPrincipal,
  holder: KeyHolder | null,
  by: By,
): Promise<readonly ActivityEvent[]> {
  await changePrincipal(tx, principal, { revoked: 1 })
  const environmentIds = await grantedEnvironments(tx.db, principal)
  const { events } = await revokeEnvironments(tx, {
    principals: [principal],
    environmentIds,
    holder,
    by,
  })
  await deleteRevokedPrincipals(tx.db)
  return events
}
