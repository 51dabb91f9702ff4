import type { DbContext, TrxContext } from '../../context.ts'
import { changeEnvironment, type EnvironmentRow } from '../environments/environment-store.ts'
import { findGrant, type Grant, revokeGrant } from '../keyring/grant-store.ts'
import type { StoredPrincipal } from '../keyring/principal-store.ts'

/** The grants of principals for an environment. */
export async function grantsOf(
  ctx: DbContext<'secrets'>,
  environmentId: number,
  principals: readonly StoredPrincipal[],
): Promise<Grant[]> {
  const grants: Grant[] = []
  for (const principal of principals) {
    const grant = await findGrant(ctx, environmentId, principal)
    if (grant) grants.push(grant)
  }
  return grants
}

/** Empties grants and marks their environment for re-keying. It needs no key, so the operator slice may call it. */
export async function revokeAndMark(
  tx: TrxContext<'secrets' | 'clock'>,
  environment: EnvironmentRow,
  grants: readonly Grant[],
): Promise<void> {
  for (const grant of grants) await revokeGrant(tx, grant, 'revoked')
  await changeEnvironment(tx, environment, { rekey_pending: 1 })
}
