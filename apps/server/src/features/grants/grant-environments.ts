import type { Tx } from '../audit-log/tx.ts'
import { type EnvironmentRow, epochOf, findEnvironment } from '../environments/environment-store.ts'
import type { KeyHolder } from '../keyring/keyring.ts'
import { openEnvironmentKey } from '../keyring/open-environment-key.ts'
import { isSamePrincipal, type PrincipalRow } from '../keyring/principal-store.ts'
import { updateRoster, verifyRoster } from '../keyring/roster.ts'
import { grantEnvironmentKey } from '../keyring/start-epoch.ts'
import { type CurrentKey, ensureCurrentKey } from './rekey-environment.ts'

/** Seals the keys of environments to principals who do not hold them yet. Pending re-keys run first. */
export async function grantEnvironments(
  tx: Tx,
  holder: KeyHolder,
  principals: readonly PrincipalRow[],
  environmentIds: readonly number[],
): Promise<void> {
  await forEachLocked(tx, environmentIds, async (environment) => {
    await grant(tx, await ensureCurrentKey(tx, holder, environment), principals)
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
  forEachLocked(tx, environmentIds, async (environment) => {
    const at = epochOf(environment)
    await grant(tx, { at, key: await openEnvironmentKey(tx, holder, at) }, [token])
  })

async function forEachLocked(
  tx: Tx,
  ids: readonly number[],
  work: (environment: EnvironmentRow) => Promise<void>,
) {
  await tx.hold(ids)
  for (const id of ids) {
    const environment = await findEnvironment(tx, id)
    if (environment) await work(environment)
  }
}

async function grant(
  tx: Tx,
  { key, at }: Pick<CurrentKey, 'key' | 'at'>,
  principals: readonly PrincipalRow[],
): Promise<void> {
  const holders = await verifyRoster(tx, key, at)
  const fresh = principals.filter(
    (principal) => !holders.some((holder) => isSamePrincipal(holder, principal)),
  )
  if (fresh.length === 0) return
  await grantEnvironmentKey(tx, key, at, fresh)
  await updateRoster(tx, key, at, [...holders, ...fresh])
}
