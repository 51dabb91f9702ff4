import { formatBytes } from '@envhold/contract/format-bytes.ts'
import { retention } from '@envhold/contract/retention.ts'
import { AppError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import { daysMs } from '../../jobs/retention-rule.ts'
import { dayOf } from '../../mail/wording.ts'
import { readDeletedBytes, type Storage } from '../projects/storage-store.ts'

/** The error for a call that needs more room. A collaborator learns nothing about the owner's plan. */
export async function storageFull(
  { db }: Pick<Context, 'db'>,
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
