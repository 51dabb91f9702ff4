import { limits } from '@envhold/contract/limits.ts'
import type { Changes } from '@envhold/contract/variables/variables.ts'
import { difference } from '@envhold/formats/difference.ts'
import { isSameInDetail, sizeOf, type Variables } from '@envhold/formats/variables.ts'
import { sameBytes } from '@envhold/integrity/bytes.ts'
import { sealEnvironment } from '@envhold/vault/environment.ts'
import { AppError } from '../../app-error.ts'
import { charged } from '../../db/charged-work.ts'
import type { Trx } from '../../db/transaction.ts'
import type { Reservation } from '../../http/run-once.ts'
import type { ActivityEvent } from '../audit-log/append-activity.ts'
import { actorOf, type Tx, transactOnce } from '../audit-log/tx.ts'
import { type WriteKind, writeDescription } from '../audit-log/write-sentence.ts'
import { type EnvironmentAccess, requireEnvironment } from '../environments/environment-access.ts'
import { encodeNames } from '../environments/environment-names.ts'
import { storeNames } from '../environments/environment-names-store.ts'
import { changeEnvironment, type EnvironmentRow } from '../environments/environment-store.ts'
import { requireConfirmation } from '../environments/environment-view.ts'
import { makeRoom } from '../environments/make-room.ts'
import { nextVersion } from '../environments/version-floor-store.ts'
import { versionBytes } from '../environments/version-size-store.ts'
import { insertVersion } from '../environments/version-store.ts'
import { explainMissingGrant } from '../grants/explain-missing-grant.ts'
import { type CurrentKey, ensureCurrentKey } from '../grants/rekey-environment.ts'
import type { KeyHolder, VaultWorld } from '../keyring/keyring.ts'
import { type UnlockCall, unlock } from '../keyring/unlock.ts'
import { hasDueDays, storeDueDays } from './due-days/store-due-days.ts'
import { openNewest } from './open-version.ts'

/** A call that writes variables of an environment. */
interface WriteCall extends UnlockCall {
  readonly params: { readonly id: number }
  readonly reservation: Reservation | undefined
  readonly ifMatch: number | undefined
  /** The name in Confirm-Environment. */
  readonly confirmedEnvironment: string | undefined
}

/** A write, before its changes are known. */
interface Write {
  /** A restore needs a confirmation even if it only adds. */
  readonly isRestore?: boolean
  /** Computes the new content of the environment from the current content. Throws AppError to reject. */
  readonly change: (current: Variables, key: CurrentKey, trx: Trx) => Variables | Promise<Variables>
  /** The event of the activity log, and how its text calls the change. */
  readonly type: ActivityEvent['type']
  readonly kind?: WriteKind
}

export interface WrittenVersion {
  readonly environment: EnvironmentRow
  readonly changes: Changes
  /** The new content of the environment. */
  readonly variables: Variables
}

/**
 * Unlocks the vault and writes an environment's next version. The environment is locked, opened, changed, sealed and
 * recorded in one transaction, so writes are serialised and none is lost. A change that changes nothing creates no
 * version.
 * @throws AppError VERSION_MISMATCH when If-Match names another version, PROTECTED_ENVIRONMENT, PROJECT_READ_ONLY,
 *   LIMIT_REACHED
 */
export async function writeVersion(
  world: VaultWorld,
  call: WriteCall,
  write: Write,
): Promise<WrittenVersion> {
  return await writeUnlocked(world, await unlock(world, call), call, write)
}

/** {@link writeVersion} of a caller whose vault is unlocked. */
export async function writeUnlocked(
  world: VaultWorld,
  holder: KeyHolder,
  call: WriteCall,
  { isRestore = false, change, type, kind = 'write' }: Write,
): Promise<WrittenVersion> {
  const { caller, origin, reservation, params } = call
  return await transactOnce(world, actorOf(caller, origin), reservation, async (tx) => {
    const access = await requireEnvironment(tx, caller, { id: params.id, operation: 'write', hold: true })
    requireMatch(access, call.ifMatch)
    const current = await ensureCurrentKey(tx, holder, access.environment).catch((error: unknown) => {
      throw explainMissingGrant(access, holder, error)
    })
    const before = await openNewest(tx.db, current)
    const variables = await change(before, current, tx.db)
    const changes = charged(() => difference(before, variables, isSameInDetail))
    if (isEmpty(changes)) return { environment: current.environment, changes, variables }
    // A changed detail replaces no value.
    const loss = difference(before, variables)
    if (isRestore || loss.changed.length + loss.removed.length > 0)
      requireConfirmation(current.environment, call.confirmedEnvironment, {
        replaced: loss.changed.length,
        deleted: loss.removed.length,
      })
    const environment = await insertNext(tx, current, {
      caller,
      variables,
      changes,
      ownerId: access.project.owner_id,
    })
    if (hasDueDays(before) || hasDueDays(variables)) await storeDueDays(tx, environment.id, variables)
    tx.record({
      type,
      description: writeDescription({ kind, keys: changes }, environment.name),
      projectId: environment.project_id,
      environmentId: environment.id,
      version: environment.version,
      keys: changes,
    })
    return { environment, changes, variables }
  })
}

function requireMatch({ environment }: EnvironmentAccess, ifMatch: number | undefined): void {
  if (ifMatch !== undefined && ifMatch !== environment.version) throw new AppError('VERSION_MISMATCH')
}

const isEmpty = ({ added, changed, removed }: Changes) => added.length + changed.length + removed.length === 0

/** @throws AppError LIMIT_REACHED when the variables exceed what an environment may hold */
export function requireWithinLimits(variables: Variables): void {
  if (variables.size > limits.environmentVariables)
    throw new AppError('LIMIT_REACHED', { message: 'An environment can have at most 2,000 variables.' })
  if (sizeOf(variables) > limits.environmentBytes)
    throw new AppError('LIMIT_REACHED', { message: 'An environment can hold at most 1 MiB.' })
}

interface NextVersion extends Omit<WrittenVersion, 'environment'>, Pick<WriteCall, 'caller'> {
  readonly ownerId: number
}

async function insertNext(
  tx: Tx,
  { environment, key, at }: CurrentKey,
  { caller, variables, changes, ownerId }: NextVersion,
): Promise<EnvironmentRow> {
  requireWithinLimits(variables)
  const { id, epoch } = environment
  const version = await nextVersion(tx.db, environment)
  const sealed = charged(() => sealEnvironment(key, { ...at, version }, variables))
  const row = {
    environment_id: id,
    version,
    epoch,
    sealed,
    bytes: sealed.length,
    variable_count: variables.size,
    author_id: caller.userId,
    author_token: caller.kind === 'personal-token' ? caller.tokenName : null,
    added: JSON.stringify(changes.added),
    changed: JSON.stringify(changes.changed),
    removed: JSON.stringify(changes.removed),
    created_at: tx.clock(),
  }
  const bytes = versionBytes(row)
  const onlyDeletes = changes.added.length + changes.changed.length === 0
  const growth = { ownerId, userId: caller.userId, bytes, written: environment, onlyDeletes }
  const { oldest_version, freed } = await makeRoom(tx, growth)
  const names = encodeNames(variables)
  const head = await changeEnvironment(tx, environment, {
    version,
    variable_count: variables.size,
    names_hash: names.hash,
    oldest_version,
    stored_bytes: environment.stored_bytes + bytes - freed,
    updated_at: row.created_at,
  })
  // Most writes change only values, and leave the names as they are.
  if (!environment.names_hash || !sameBytes(environment.names_hash, names.hash))
    await storeNames(tx.db, id, names.text)
  await insertVersion(tx, row)
  return head
}
