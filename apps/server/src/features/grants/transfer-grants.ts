import type { Tx } from '../audit-log/tx.ts'
import type { KeyHolder } from '../keyring/keyring.ts'
import { isSamePrincipal, type PrincipalRow } from '../keyring/principal-store.ts'
import { limitedSeals } from './add-holders.ts'
import { forEachLocked } from './for-each-locked.ts'
import { grantCurrentKey, grantKey } from './grant-environments.ts'
import { rekeyEnvironment } from './rekey-environment.ts'
import { grantsOf, revokeAndMark } from './revoke-all-grants.ts'

/**
 * Re-keys environments and grants the new keys to `recipients` instead of the holder. Used when an invitation's link is
 * redeemed, so that a stored copy of the mail opens nothing any more. When the time of the call is over, `recipients`
 * are granted the current keys, the holder's grants are emptied, and the re-keys stay pending.
 * @returns how many grants of personal tokens are only reserved
 */
export async function transferGrants(
  tx: Tx,
  holder: KeyHolder,
  recipients: readonly PrincipalRow[],
  environmentIds: readonly number[],
): Promise<number> {
  const granting = { principals: recipients, seals: limitedSeals() }
  const replaced = [holder.principal, ...recipients]
  await forEachLocked(tx, environmentIds, async (environment, isSpent) => {
    if (isSpent()) {
      await grantCurrentKey(tx, holder, environment, granting)
      await revokeAndMark(tx, environment, await grantsOf(tx, environment.id, [holder.principal]))
      return
    }
    const rekeyed = await rekeyEnvironment(tx, holder, environment, (holders) =>
      holders.filter((holder) => !replaced.some((replacedHolder) => isSamePrincipal(holder, replacedHolder))),
    )
    await grantKey(tx, rekeyed, granting)
  })
  return granting.seals.reserved
}
