import type { Tx } from '../audit-log/tx.ts'
import { type Holder, insertGrants, reservedGrant } from '../keyring/grant-store.ts'
import { isSamePrincipal, type PrincipalRow } from '../keyring/principal-store.ts'
import { updateRoster } from '../keyring/roster.ts'
import { grantEnvironmentKey } from '../keyring/start-epoch.ts'
import type { CurrentKey } from './rekey-environment.ts'

/** About an eighth of a second, in which the writes of others wait on SQLite. */
const maxTokenSeals = 256

/**
 * How many more keys a transaction seals to personal tokens. Their number is not decided by the caller: a user who is
 * granted an environment can have 100.
 */
export interface TokenSeals {
  left: number
  /** How many grants are reserved instead (grant-waiting-tokens.ts). */
  reserved: number
}

export const limitedSeals = (): TokenSeals => ({ left: maxTokenSeals, reserved: 0 })
export const unlimitedSeals = (): TokenSeals => ({ left: Number.POSITIVE_INFINITY, reserved: 0 })

/**
 * Seals an environment's key to those principals who are not among its holders. When the seals of the call are used
 * up, tokens get a reserved grant.
 * @param holders the result of `verifyRoster`, without those whose grants were deleted
 */
export async function addHolders(
  tx: Tx,
  { key, at }: Pick<CurrentKey, 'key' | 'at'>,
  {
    holders,
    principals,
  }: { readonly holders: readonly Holder[]; readonly principals: readonly PrincipalRow[] },
  seals: TokenSeals,
): Promise<void> {
  const fresh = principals.filter(
    (principal) => !holders.some((holder) => isSamePrincipal(holder, principal)),
  )
  const tokens = fresh.filter(({ kind }) => kind === 'personal-token')
  const waiting = tokens.slice(Math.min(seals.left, tokens.length))
  const sealed = fresh.filter((principal) => !waiting.includes(principal))
  seals.left -= tokens.length - waiting.length
  seals.reserved += waiting.length
  await grantEnvironmentKey(tx, key, at, sealed)
  await insertGrants(
    tx,
    waiting.map((token) => reservedGrant(token, at)),
  )
  await updateRoster(tx, key, at, [...holders, ...fresh])
}
