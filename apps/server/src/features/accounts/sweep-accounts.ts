import { restoreWindowDays } from '@envhold/contract/account-settings.ts'
import type { Context } from '../../context.ts'
import { type Tx, transact } from '../audit-log/tx.ts'
import { deleteUser, findUser, listDeletedBefore } from '../users/user-store.ts'

export const restoreWindowMs = restoreWindowDays * 24 * 3_600_000

/** Revokes what an account can open in the projects of others, before it is deleted. */
type RevokeAllGrants = (tx: Tx, userId: number) => Promise<void>

/**
 * Permanently deletes the accounts that were not restored in time, with their own projects; what is recorded in the
 * activity stays.
 * @returns how many there were
 * @throws the error of one account, after all others were processed
 */
export async function sweepAccounts(ctx: Context, revokeAllGrants: RevokeAllGrants): Promise<number> {
  const before = ctx.clock() - restoreWindowMs
  const due = await listDeletedBefore(ctx.db, before)
  const failures: unknown[] = []
  for (const id of due)
    await deleteForGood(ctx, revokeAllGrants, id, before).catch((error) => failures.push(error))
  if (failures.length > 0) throw failures[0]
  return due.length
}

const deleteForGood = (ctx: Context, revokeAllGrants: RevokeAllGrants, id: number, before: number) =>
  transact(ctx, { userId: id, origin: null }, async (tx) => {
    await tx.lock([id])
    const user = await findUser(tx, id)
    // The account was restored at this moment, or another node was faster.
    if (user?.status !== 'INACTIVE' || user.deleted_at === null || user.deleted_at > before) return
    await revokeAllGrants(tx, id)
    await deleteUser(tx.db, id)
    const description = `The account of ${user.username} was deleted for good`
    tx.record({ type: 'account_deleted', severity: 'high', description })
  })
