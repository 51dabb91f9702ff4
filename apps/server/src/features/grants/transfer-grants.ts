import type { Tx } from '../audit-log/tx.ts'
import { findEnvironment } from '../environments/environment-store.ts'
import type { KeyHolder } from '../keyring/key-holder.ts'
import { isSamePrincipal, type PrincipalRow } from '../keyring/principal-store.ts'
import { rekeyEnvironment } from './rekey-environment.ts'

/**
 * Re-keys environments and grants the new keys to `recipients` instead of the holder. Used when an invitation's link is
 * redeemed, so that a stored copy of the mail opens nothing any more.
 */
export async function transferGrants(
  tx: Tx,
  holder: KeyHolder,
  recipients: readonly PrincipalRow[],
  environmentIds: readonly number[],
): Promise<void> {
  const replaced = [holder.principal, ...recipients]
  await tx.hold(environmentIds)
  for (const id of environmentIds) {
    const environment = await findEnvironment(tx, id)
    if (!environment) continue
    await rekeyEnvironment(tx, holder, environment, (holders) => [
      ...holders.filter((one) => !replaced.some((other) => isSamePrincipal(one, other))),
      ...recipients,
    ])
  }
}
