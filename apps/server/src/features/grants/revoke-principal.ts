import type { Tx } from '../audit-log/tx.ts'
import { grantedEnvironments } from '../keyring/grant-store.ts'
import type { KeyHolder } from '../keyring/key-holder.ts'
import { changePrincipal, deleteRevokedPrincipals, type StoredPrincipal } from '../keyring/principal-store.ts'
import { revokeEnvironments } from './revoke-environments.ts'

/**
 * Revokes everything that a principal can open, permanently. It stays on the rosters until its environments are
 * re-keyed, but its grants are empty and its token is rejected.
 */
export async function revokePrincipal(
  tx: Tx,
  principal: StoredPrincipal,
  holder: KeyHolder | null,
): Promise<void> {
  await changePrincipal(tx, principal, { revoked: 1 })
  const environmentIds = await grantedEnvironments(tx.db, principal)
  await revokeEnvironments(tx, { principals: [principal], environmentIds, holder })
  await deleteRevokedPrincipals(tx.db)
}
