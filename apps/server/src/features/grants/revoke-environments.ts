import { recordIfTampered } from '../audit-log/activity-recorder.ts'
import type { Tx } from '../audit-log/tx.ts'
import { grantedOrReserved, isRevoked, revokeGrant } from '../keyring/grant-store.ts'
import type { KeyHolder } from '../keyring/keyring.ts'
import {
  changePrincipal,
  deleteRevokedPrincipals,
  isSamePrincipal,
  type StoredPrincipal,
} from '../keyring/principal-store.ts'
import { hasGrant } from './explain-missing-grant.ts'
import { forEachLocked } from './for-each-locked.ts'
import { rekeyEnvironment } from './rekey-environment.ts'
import { grantsOf, revokeAndMark } from './revoke-all-grants.ts'

interface Revocation {
  readonly principals: readonly StoredPrincipal[]
  readonly environmentIds: readonly number[]
  /** The caller whose vault is unlocked; null when it is locked. It may be one of those who lose the environments. */
  readonly holder: KeyHolder | null
}

/**
 * Revokes environments from principals. Each environment is re-keyed now if the holder has its key, the time of the
 * call suffices and no row of it was changed from outside. Otherwise it is marked (revoke-all-grants.ts) and re-keyed
 * before the next write to it, or at the next unlocked call of a user who may write.
 * @returns how many environments have a pending re-key
 */
export async function revokeEnvironments(tx: Tx, { principals, environmentIds, holder }: Revocation) {
  let pending = 0
  await forEachLocked(tx, environmentIds, async (environment, isSpent) => {
    const grants = await grantsOf(tx, environment.id, principals)
    if (grants.length === 0) return
    const rekey = async () => {
      if (!holder || isSpent() || !(await hasGrant(tx, environment.id, holder))) return false
      for (const grant of grants) if (isRevoked(grant)) await revokeGrant(tx, grant, 'revoked')
      await rekeyEnvironment(tx, holder, environment, (holders) =>
        holders.filter((holder) => !principals.some((leaving) => isSamePrincipal(leaving, holder))),
      )
      return true
    }
    if (await recordIfTampered(tx, rekey)) return
    await revokeAndMark(tx, environment, grants)
    pending++
  })
  return pending
}

/**
 * Revokes everything that a principal can open, permanently. It stays on the rosters until its environments are
 * re-keyed, but its grants are empty and its token is rejected.
 */
export async function revokePrincipal(tx: Tx, principal: StoredPrincipal, holder: KeyHolder | null) {
  await changePrincipal(tx, principal, { revoked: 1 })
  const environmentIds = await grantedOrReserved(tx.db, principal)
  await revokeEnvironments(tx, { principals: [principal], environmentIds, holder })
  await deleteRevokedPrincipals(tx.db)
}
