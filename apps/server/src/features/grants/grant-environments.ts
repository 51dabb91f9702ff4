import { AppError } from '../../app-error.ts'
import type { Tx } from '../audit-log/tx.ts'
import { type EnvironmentRow, epochOf } from '../environments/environment-store.ts'
import { deleteGrantsOf } from '../keyring/grant-store.ts'
import type { KeyHolder } from '../keyring/keyring.ts'
import { openEnvironmentKey } from '../keyring/open-environment-key.ts'
import { isSamePrincipal, type PrincipalRow, principalOf } from '../keyring/principal-store.ts'
import { verifyRoster } from '../keyring/roster.ts'
import { addHolders, limitedSeals, type TokenSeals, unlimitedSeals } from './add-holders.ts'
import { forEachLocked } from './for-each-locked.ts'
import { type CurrentKey, ensureCurrentKey } from './rekey-environment.ts'

/**
 * Seals the keys of environments to principals who do not hold them yet. Pending re-keys run first, while the time of
 * the call suffices. The others stay pending: nothing new is sealed under their keys before that.
 * @returns how many grants of personal tokens are only reserved
 * @throws AppError CONFLICT when their user started an empty vault and has set no new master password
 */
export async function grantEnvironments(
  tx: Tx,
  holder: KeyHolder,
  principals: readonly PrincipalRow[],
  environmentIds: readonly number[],
): Promise<number> {
  requireVault(principals, 'This person')
  const seals = limitedSeals()
  await forEachLocked(tx, environmentIds, async (environment, isSpent) => {
    if (isSpent()) await grantCurrentKey(tx, holder, environment, { principals, seals })
    else await grantKey(tx, await ensureCurrentKey(tx, holder, environment), { principals, seals })
  })
  return seals.reserved
}

/**
 * Requires that the principals are not only personal tokens: those would open what their user, who started an empty
 * vault, cannot.
 * @param subject whose principals they are, as the message says it
 * @throws AppError CONFLICT
 */
export function requireVault(principals: readonly PrincipalRow[], subject: string): void {
  if (principals.some(({ kind }) => kind !== 'personal-token')) return
  const message = `${subject} has not set a new master password yet. Try again later.`
  throw new AppError('CONFLICT', { message })
}

/**
 * Seals the current keys of environments to a token of a user who holds them. Pending re-keys stay pending, because a
 * read-only collaborator may create tokens but may not replace keys.
 */
export const grantToToken = (
  tx: Tx,
  holder: KeyHolder,
  token: PrincipalRow,
  environmentIds: readonly number[],
): Promise<void> =>
  forEachLocked(tx, environmentIds, (environment) =>
    grantCurrentKey(tx, holder, environment, { principals: [token], seals: unlimitedSeals() }),
  )

/** Who is granted keys, and how many of them may be sealed to tokens. */
interface Granting {
  readonly principals: readonly PrincipalRow[]
  readonly seals: TokenSeals
}

/** Seals the current key of an environment, also while a re-key is pending. */
export async function grantCurrentKey(
  tx: Tx,
  holder: KeyHolder,
  environment: EnvironmentRow,
  granting: Granting,
): Promise<void> {
  const at = epochOf(environment)
  await grantKey(tx, { at, key: await openEnvironmentKey(tx, holder, at) }, granting)
}

export async function grantKey(
  tx: Tx,
  current: Pick<CurrentKey, 'key' | 'at'>,
  { principals, seals }: Granting,
): Promise<void> {
  const roster = await verifyRoster(tx, current.key, current.at)
  // Until the re-key, the roster names those who lost the key. They may get it back.
  const returning = roster.filter(
    (holder) =>
      holder.state === 'revoked' && principals.some((principal) => isSamePrincipal(holder, principal)),
  )
  const holders = roster.filter((holder) => !returning.includes(holder))
  if (principals.every((principal) => holders.some((holder) => isSamePrincipal(holder, principal)))) return
  for (const holder of returning) await deleteGrantsOf(tx.db, principalOf(holder), [current.at.environment])
  await addHolders(tx, current, { holders, principals }, seals)
}
