import type { EnvironmentKey } from '@envhold/integrity/key.ts'
import {
  type EnvironmentEpoch,
  type EnvironmentVersion,
  newEnvironmentKey,
  sealEnvironment,
} from '@envhold/vault/environment.ts'
import { TamperedRowError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import type { UserCaller } from '../../http/caller.ts'
import type { Origin } from '../../http/route.ts'
import { actorOf, type Tx, transact } from '../audit-log/tx.ts'
import { requireEnvironment } from '../environments/environment-access.ts'
import { changeEnvironment, type EnvironmentRow, epochOf } from '../environments/environment-store.ts'
import { openSealedVersion } from '../environments/open-sealed-version.ts'
import { findVersionRow, replaceSealed } from '../environments/version-store.ts'
import type { InactiveHolder } from '../keyring/grant-store.ts'
import type { KeyHolder } from '../keyring/keyring.ts'
import { openEnvironmentKey } from '../keyring/open-environment-key.ts'
import { deleteRevokedPrincipals, type Recipient } from '../keyring/principal-store.ts'
import { verifyRoster } from '../keyring/roster.ts'
import { startEpoch } from '../keyring/start-epoch.ts'

export interface CurrentKey {
  readonly environment: EnvironmentRow
  readonly key: EnvironmentKey
  readonly at: EnvironmentEpoch
}

/**
 * Gives an environment a new key: starts the next epoch, seals the newest version again, seals the old key under the
 * new one, and grants the new key to the remaining holders. A revoked holder cannot open anything written from now on.
 *
 * @param environment locked by this transaction
 * @param change selects the remaining holders. By default only revoked ones are removed, which happens in any case;
 *   holders of reserved grants stay on the roster
 * @throws TamperedRowError before anything is written
 */
export async function rekeyEnvironment(
  tx: Tx,
  holder: KeyHolder,
  environment: EnvironmentRow,
  change: (holders: readonly Recipient[]) => readonly Recipient[] = (holders) => holders,
): Promise<CurrentKey> {
  const { id, project_id: project, version, name } = environment
  const before = { project, environment: id, epoch: environment.epoch }
  const after = { ...before, epoch: before.epoch + 1 }
  const oldKey = await openEnvironmentKey(tx, holder, before)
  const holders = await verifyRoster(tx, oldKey, before)
  const remaining = holders.filter((holder) => holder.state === 'live').filter(({ revoked }) => !revoked)
  const reserved = holders.filter((holder): holder is InactiveHolder => holder.state === 'reserved')
  const newest = version > 0 ? await openNewest(tx, oldKey, { ...before, version }) : null
  const key = newEnvironmentKey()
  await startEpoch(tx, after, { key, previous: oldKey, holders: change(remaining), reserved })
  let { stored_bytes } = environment
  if (newest) {
    const sealed = sealEnvironment(key, { ...after, version }, newest.variables)
    await replaceSealed(tx, newest.row, { epoch: after.epoch, sealed })
    stored_bytes += sealed.length - newest.row.sealed.length
  }
  const rekeyed = await changeEnvironment(tx, environment, {
    epoch: after.epoch,
    rekey_pending: 0,
    stored_bytes,
  })
  await deleteRevokedPrincipals(tx.db)
  tx.revoked({ kind: 'environment_key', projectId: project, environmentId: id })
  tx.record({
    type: 'environment_rekeyed',
    description: `Rotated the key of the environment "${name}"`,
    projectId: project,
    environmentId: id,
  })
  return { environment: rekeyed, key, at: after }
}

async function openNewest(tx: Tx, key: EnvironmentKey, at: EnvironmentVersion) {
  const row = await findVersionRow(tx, at.environment, at.version)
  if (!row) throw new TamperedRowError('environment_versions', `${at.environment}/${at.version}`)
  return { row, variables: openSealedVersion(key, at, row.sealed) }
}

/**
 * The key to write under. If access was revoked since the last epoch, this is the key of a new epoch. Otherwise it is
 * the current key, after its holders and origin were verified.
 * @param environment locked by this transaction
 */
export async function ensureCurrentKey(
  tx: Tx,
  holder: KeyHolder,
  environment: EnvironmentRow,
): Promise<CurrentKey> {
  if (environment.rekey_pending) return await rekeyEnvironment(tx, holder, environment)
  const at = epochOf(environment)
  const key = await openEnvironmentKey(tx, holder, at)
  const holders = await verifyRoster(tx, key, at)
  // A writer of the database can hide the mark by restoring an older head, but the emptied grant remains.
  if (holders.some(({ state }) => state === 'revoked')) return await rekeyEnvironment(tx, holder, environment)
  return { environment, key, at }
}

/** Who re-keys, with the vault unlocked. */
export interface Acting {
  readonly holder: KeyHolder
  readonly caller: UserCaller
  readonly origin: Origin
}

/**
 * Re-keys an environment if that is pending. Returns whether it did: another call may have done it first.
 * @throws AppError NOT_FOUND, FORBIDDEN; TamperedRowError
 */
export const rekeyIfPending = (
  ctx: Context,
  { holder, caller, origin }: Acting,
  environmentId: number,
  operation: 're-key' | 'revoke own access',
): Promise<boolean> =>
  transact(ctx, actorOf(caller, origin), async (tx) => {
    const { environment } = await requireEnvironment(tx, caller, { id: environmentId, operation, hold: true })
    if (!environment.rekey_pending) return false
    await rekeyEnvironment(tx, holder, environment)
    return true
  })
