import type { Context } from '../../context.ts'
import { inTransaction } from '../../db/transaction.ts'
import { daysMs } from '../../jobs/retention-rule.ts'
import { listCollaboratorsOfOwner } from '../projects/collaborators-of-owner-store.ts'
import { mailCollaborators } from '../projects/mail-collaborators.ts'
import { findUser, listDeletedBefore, type User } from '../users/user-store.ts'
import { restoreWindowMs } from './delete-permanently.ts'
import { readRemindedUntil, writeRemindedUntil } from './owner-reminder-store.ts'

const reminderDays = [7, 1] as const
const hourMs = 3_600_000

/**
 * Reminds the collaborators of deleted accounts 7 days and 1 day before their projects are deleted. A run makes up for
 * those that were missed, with the days that are left then.
 * @returns how many accounts it was about
 */
export async function remindOfDeletedOwners(ctx: Context): Promise<number> {
  const now = ctx.clock()
  const before = await readRemindedUntil(ctx.db)
  const from = before ?? now - hourMs
  if (from >= now) return 0
  const due: { readonly owner: User; readonly until: number }[] = []
  for (const id of await listDeletedBefore(
    ctx.db,
    now + daysMs(Math.max(...reminderDays)) - restoreWindowMs,
  )) {
    const owner = await findUser(ctx, id)
    const until = (owner?.deleted_at ?? 0) + restoreWindowMs
    const isDue = reminderDays.some((days) => until - daysMs(days) > from && until - daysMs(days) <= now)
    if (owner && isDue && until > now) due.push({ owner, until })
  }
  return await inTransaction(ctx, async (tx) => {
    if (!(await writeRemindedUntil(tx.db, before, now))) return 0
    for (const { owner, until } of due) {
      const collaborators = (await listCollaboratorsOfOwner(tx, owner.id)).filter(
        ({ state }) => state !== 'deleted',
      )
      const days = Math.ceil((until - now) / daysMs(1))
      await mailCollaborators(tx, owner, collaborators, 'sharedOwnerReminder', { days, until })
    }
    return due.length
  })
}
