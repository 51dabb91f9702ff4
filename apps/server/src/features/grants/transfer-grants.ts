import { nextTurn } from '../../db/yield-to-event-loop.ts'
import type { Tx } from '../audit-log/tx.ts'
import { findEnvironment } from '../environments/environment-store.ts'
import type { KeyHolder } from '../keyring/keyring.ts'
import { isSamePrincipal, type PrincipalRow } from '../keyring/principal-store.ts'
import { grantCurrentKey } from './grant-environments.ts'
import { rekeyEnvironment, startRekeyBudget } from './rekey-environment.ts'
import { grantsOf, revokeAndMark } from './revoke-all-grants.ts'

/**
 * Re-keys environments and grants the new keys to `recipients` instead of the holder. Used when an invitation's link is
 * redeemed, so that a stored copy of the mail opens nothing any more. When the time of the call is over, `recipients`
 * are granted the current keys, the holder's grants are emptied, and the re-keys stay pending.
 */
export async function transferGrants(
  tx: Tx,
  holder: KeyHolder,
  recipients: readonly PrincipalRow[],
  environmentIds: readonly number[],
): Promise<void> {
  const replaced = [holder.principal, ...recipients]
  const isSpent = startRekeyBudget()
  await tx.hold(environmentIds)
  for (const id of environmentIds) {
    await nextTurn()
    const environment = await findEnvironment(tx, id)
    if (!environment) continue
    if (isSpent()) {
      await grantCurrentKey(tx, holder, environment, recipients)
      await revokeAndMark(tx, environment, await grantsOf(tx, id, [holder.principal]))
      continue
    }
    await rekeyEnvironment(tx, holder, environment, (holders) => [
      ...holders.filter(
        (holder) => !replaced.some((replacedHolder) => isSamePrincipal(holder, replacedHolder)),
      ),
      ...recipients,
    ])
  }
}
