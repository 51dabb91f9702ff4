import type { DbContext, TrxContext } from '../../context.ts'
import type { Tx } from '../audit-log/tx.ts'
import { changeEnvironment, type EnvironmentRow, findEnvironment } from '../environments/environment-store.ts'
import {
  type Grant,
  grantedEnvironments,
  type InactiveState,
  listGrants,
  revokeGrant,
} from '../keyring/grant-store.ts'
import {
  changeOwnerOfPrincipals,
  changePrincipal,
  isSamePrincipal,
  type StoredPrincipal,
} from '../keyring/principal-store.ts'
import { listExternalGrants, listProjectsWithKeysOf } from './environments-of-user-store.ts'

/**
 * Revokes everything that a user can open in projects of other owners, before the account is deleted. Its rows are
 * deleted with it, so the rosters that still name it must not depend on them. The environments get a pending re-key.
 */
export async function revokeAllGrants(tx: Tx, userId: number): Promise<void> {
  for (const { id, owner_id } of await listProjectsWithKeysOf(tx, userId))
    await changeOwnerOfPrincipals(tx, { project_id: id, user_id: userId, kind: 'api-key' }, owner_id)
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

/**
 * Permanently revokes everything that an API key can open. The key stays, so its owner can read why. It needs no key of
 * the vault, so the operator slice may call it.
 * @returns the environments
 */
export async function revokeGrantsOfKey(tx: Tx, keyId: string): Promise<EnvironmentRow[]> {
  const principal = { kind: 'api-key', id: keyId } as const
  const ids = await grantedEnvironments(tx.db, principal)
  await tx.hold(ids)
  const revoked: EnvironmentRow[] = []
  for (const id of ids) {
    const environment = await findEnvironment(tx, id)
    if (!environment) continue
    await revokeAndMark(tx, environment, await grantsOf(tx, id, [principal]))
    revoked.push(environment)
  }
  // Environments that are created later are not sealed to it either.
  await changePrincipal(tx, principal, { all_environments: 0 })
  return revoked
}

/** The grants of principals for an environment. */
export async function grantsOf(
  ctx: DbContext<'secrets'>,
  environmentId: number,
  principals: readonly StoredPrincipal[],
): Promise<Grant[]> {
  const grants = await listGrants(ctx, environmentId, principals)
  return grants.filter(({ kind, principal: id }) =>
    principals.some((principal) => isSamePrincipal(principal, { kind, id })),
  )
}

/**
 * Empties grants and marks their environment for re-keying. It needs no key, so the operator slice may call it.
 * @param state 'reserved' when a holder of the key will seal it again for who waits for it
 */
export async function revokeAndMark(
  tx: TrxContext<'secrets' | 'clock'>,
  environment: EnvironmentRow,
  grants: readonly Grant[],
  state: InactiveState = 'revoked',
): Promise<void> {
  for (const grant of grants) await revokeGrant(tx, grant, state)
  await changeEnvironment(tx, environment, { rekey_pending: 1 })
}
