import { restoreWindowDays } from '@envhold/contract/account-settings.ts'
import type { Context } from '../../context.ts'
import { inTransaction, type Trx } from '../../db/transaction.ts'
import { type ActivityEvent, appendActivity } from '../audit-log/append-activity.ts'
import { deleteUser, findUser, listDeletedBefore, lockUser, type User } from '../users/user-store.ts'

export const restoreWindowMs = restoreWindowDays * 24 * 3_600_000

/**
 * Takes back what an account has in the projects of others, before it goes. Projects and environments stand to the right
 * of accounts, so app.ts passes it in.
 * @returns the events to append
 */
export type RevokeAllGrants = (trx: Trx, user: User) => Promise<readonly ActivityEvent[]>

/**
 * Deletes for good the accounts that nobody came back to: their own projects go with them, and what was written down in
 * the activity stays.
 * @returns how many there were
 * @throws what failed for one account, after all others had their turn
 */
export async function sweepAccounts(
  ctx: Pick<Context, 'db' | 'engine' | 'clock' | 'secrets'>,
  leaveProjects: RevokeAllGrants,
): Promise<number> {
  const before = ctx.clock() - restoreWindowMs
  const due = await listDeletedBefore(ctx.db, before)
  const failures: unknown[] = []
  for (const id of due)
    await deleteForGood(ctx, leaveProjects, id, before).catch((error) => failures.push(error))
  if (failures.length > 0) throw failures[0]
  return due.length
}

const deleteForGood = (
  ctx: Pick<Context, 'db' | 'engine' | 'clock' | 'secrets'>,
  leaveProjects: RevokeAllGrants,
  id: number,
  before: number,
) =>
  inTransaction(ctx, async (tx) => {
    await lockUser(tx, id)
    const user = await findUser(tx, id)
    // Somebody came back at this moment, or another node was here before.
    if (user?.status !== 'INACTIVE' || user.deleted_at === null || user.deleted_at > before) return
    const events = await leaveProjects(tx.db, user)
    await deleteUser(tx.db, id)
    const description = `The account of ${user.username} was deleted for good`
    const gone = { type: 'account_deleted', severity: 'high', description, userId: id, origin: null } as const
    await appendActivity(tx, [...events, gone])
  })
