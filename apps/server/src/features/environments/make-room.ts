import { retention } from '@envhold/contract/archive/archive.ts'
import { freePlan, unlimited } from '@envhold/contract/billing/plans.ts'
import { formatBytes, limits } from '@envhold/contract/limits.ts'
import { AppError } from '../../app-error.ts'
import type { DbContext } from '../../context.ts'
import { isStorageNearlyFull } from '../../jobs/node-facts.ts'
import { daysMs } from '../../jobs/retention-rule.ts'
import { dayOf } from '../../mail/wording.ts'
import type { Tx } from '../audit-log/tx.ts'
import { readDeletedBytes, readStorage, type Storage, storageCosts } from '../projects/storage-store.ts'
import { changeEnvironment, type EnvironmentRow, lockLongHistories } from './environment-store.ts'
import { type Trimmed, trimVersions } from './version-size-store.ts'

const nearlyFullMessage =
  'This server has almost no room left. Until its operator adds some, accounts on the free plan cannot store more. Reading and deleting work.'

export interface Growth {
  /** Whose storage grows. */
  readonly ownerId: number
  readonly userId: number
  readonly bytes: number
  /** The environment whose next version takes them, locked. */
  readonly written?: EnvironmentRow
  /** Deleting is never refused. */
  readonly onlyDeletes?: boolean
}

/**
 * Makes room for what a call stores: first the oldest versions of the environment that is written are deleted, beyond
 * its newest 20; then those of the owner's longest histories, likewise, unless a collaborator writes; then those of the
 * environment that is written, beyond its newest 5.
 *
 * Nothing is locked that other writes of the account wait for, so parallel writes can exceed the limit: each by what it
 * stores itself.
 * @returns what was deleted of `written`, which the caller stores in its row
 * @throws AppError LIMIT_REACHED
 */
export async function makeRoom(
  tx: Tx,
  { ownerId, userId, bytes, written, onlyDeletes = false }: Growth,
): Promise<Trimmed> {
  const [storage, isNearlyFull] = await Promise.all([readStorage(tx, ownerId), isStorageNearlyFull(tx)])
  const { maxStoredBytes, plan } = storage.owner
  // What is left is for those who pay, and for the log of what everybody does.
  const isReserved = isNearlyFull && plan === freePlan && maxStoredBytes !== unlimited
  if (isReserved && !onlyDeletes) throw new AppError('LIMIT_REACHED', { message: nearlyFullMessage })
  // An account that is over its limit needs no more room than what it adds.
  const over = maxStoredBytes === unlimited ? 0 : Math.min(bytes, storage.usedBytes + bytes - maxStoredBytes)
  const beyondHistory = written ? written.stored_bytes + bytes - limits.historyBytes : 0
  const first = await trimWritten(tx, written, Math.max(over, beyondHistory), limits.historyKeptVersions)
  let excess = over - first.freed
  if (excess > 0 && userId === ownerId) excess -= await trimOthers(tx, ownerId, written?.id ?? 0, excess)
  if (excess <= 0) return first
  const rest = written && { ...written, oldest_version: first.oldest_version }
  const second = await trimWritten(tx, rest, excess, limits.historyFloorVersions)
  if (excess > second.freed && !onlyDeletes) throw await storageFull(tx, storage, userId)
  return { oldest_version: second.oldest_version, freed: first.freed + second.freed }
}

/** The same for an empty project. @throws AppError LIMIT_REACHED */
export const makeRoomForProject = (tx: Tx, ownerId: number) =>
  makeRoom(tx, { ownerId, userId: ownerId, bytes: storageCosts.project })

/** @param kept how many of the newest versions stay, the next one included */
const trimWritten = async (tx: Tx, written: EnvironmentRow | undefined, excess: number, kept: number) =>
  written ? await trimVersions(tx.db, written, { excess, kept: kept - 1 }) : { oldest_version: 1, freed: 0 }

/** @returns how many bytes are free now */
async function trimOthers(tx: Tx, ownerId: number, written: number, excess: number): Promise<number> {
  let freed = 0
  for (const row of await lockLongHistories(tx, ownerId, written)) {
    const trimmed = await trimVersions(tx.db, row, {
      excess: excess - freed,
      kept: limits.historyKeptVersions,
    })
    if (trimmed.freed === 0) continue
    freed += trimmed.freed
    await changeEnvironment(tx, row, {
      oldest_version: trimmed.oldest_version,
      stored_bytes: row.stored_bytes - trimmed.freed,
      // Nothing that people see of it has changed.
      updated_at: row.updated_at,
    })
  }
  return freed
}

/** The error for a call that needs more room. A collaborator learns nothing about the owner's plan. */
async function storageFull(
  { db }: DbContext,
  { owner, planName, usedBytes }: Storage,
  userId: number,
): Promise<AppError> {
  if (userId !== owner.id)
    return new AppError('LIMIT_REACHED', {
      message: 'The storage of this project’s owner is full. Ask the owner to free some or to upgrade.',
    })
  const { bytes, firstRemovedAt } = await readDeletedBytes(db, owner.id)
  const erased =
    firstRemovedAt === null
      ? ''
      : ` Deleted projects still take ${formatBytes(bytes)}; they are erased from ${dayOf(firstRemovedAt + daysMs(retention.deletedProjectDays))} on.`
  return new AppError('LIMIT_REACHED', {
    message: `Your storage is full: ${formatBytes(usedBytes)} of the ${formatBytes(owner.maxStoredBytes)} of the ${planName} plan are used. Delete environments or projects that you no longer need, or upgrade.${erased}`,
  })
}
