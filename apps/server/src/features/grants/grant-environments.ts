import type { Tx } from '../audit-log/tx.ts'
import { type EnvironmentRow, epochOf } from '../environments/environment-store.ts'
import { deleteGrantsOf } from '../keyring/grant-store.ts'
import type { KeyHolder } from '../keyring/keyring.ts'
import { openEnvironmentKey } from '../keyring/open-environment-key.ts'
import { isSamePrincipal, type PrincipalRow, principalOf } from '../keyring/principal-store.ts'
import { updateRoster, verifyRoster } from '../keyring/roster.ts'
import { grantEnvironmentKey } from '../keyring/start-epoch.ts'
import { forEachLocked } from './for-each-locked.ts'
import { type CurrentKey, ensureCurrentKey } from './rekey-environment.ts'

/**
 * Seals the keys of environments to principals who do not hold them yet. Pending re-keys run first, while the time of
 * the call suffices. The others stay pending: nothing new is sealed under their keys before that.
 */
export async function grantEnvironments(
  tx: Tx,
  holder: KeyHolder,
  principals: readonly PrincipalRow[],
  environmentIds: readonly number[],
): Promise<void> {
  await forEachLocked(tx, environmentIds, async (environment, isSpent) => {
    if (isSpent()) await grantCurrentKey(tx, holder, environment, principals)
    else await grant(tx, await ensureCurrentKey(tx, holder, environment), principals)
  })
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
  forEachLocked(tx, environmentIds, (environment) => grantCurrentKey(tx, holder, environment, [token]))

/** Seals the current key of an environment, also while a re-key is pending. */
export async function grantCurrentKey(
  tx: Tx,
  holder: KeyHolder,
  environment: EnvironmentRow,
  principals: readonly PrincipalRow[],
): Promise<void> {
  const at = epochOf(environment)
  await grant(tx, { at, key: await openEnvironmentKey(tx, holder, at) }, principals)
}

async function grant(
  tx: Tx,
  { key, at }: Pick<CurrentKey, 'key' | 'at'>,
  principals: readonly PrincipalRow[],
): Promise<void> {
  const roster = await verifyRoster(tx, key, at)
  // Until the re-key, the roster names those who lost the key. They may get it back.
  const returning = roster.filter(
    (holder) =>
      holder.state === 'revoked' && principals.some((principal) => isSamePrincipal(holder, principal)),
  )
  const holders = roster.filter((holder) => !returning.includes(holder))
  const fresh = principals.filter(
    (principal) => !holders.some((holder) => isSamePrincipal(holder, principal)),
  )
  if (fresh.length === 0) return
  for (const holder of returning) await deleteGrantsOf(tx.db, principalOf(holder), [at.environment])
  await grantEnvironmentKey(tx, key, at, fresh)
  await updateRoster(tx, key, at, [...holders, ...fresh])
}
