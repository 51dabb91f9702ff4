import type { Tx } from '../audit-log/tx.ts'
import { findEnvironment } from '../environments/environment-store.ts'
import { listExternalGrants } from './external-grant-store.ts'
import { grantsOf, revokeAndMark } from './revoke-and-mark.ts'

/**
 * Revokes everything that a user can open in projects of other owners, before the account is deleted. Its rows are
 * deleted with it, so the rosters that still name it must not depend on them. The environments get a pending re-key.
 */
export async function revokeAllGrants(tx: Tx, userId: number): Promise<void> {
  const places = await listExternalGrants(tx.db, userId)
  const byEnvironment = Map.groupBy(places, ({ environmentId }) => environmentId)
  await tx.hold([...byEnvironment.keys()])
  for (const [id, ofOne] of byEnvironment) {
    const environment = await findEnvironment(tx, id)
    if (!environment) continue
    const grants = await grantsOf(
      tx,
      id,
      ofOne.map(({ principal }) => principal),
    )
    if (grants.length > 0) await revokeAndMark(tx, environment, grants)
  }
}
