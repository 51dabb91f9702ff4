import { restoreWindowDays } from '@envhold/contract/accounts/account-settings.ts'
import type { Context } from '../../context.ts'
import { daysMs } from '../../jobs/retention-rule.ts'
import { type Actor, type Tx, transact } from '../audit-log/tx.ts'
import { findUser, listDeletedBefore } from '../users/user-store.ts'
import { deletePermanently } from './delete-permanently.ts'

export const restoreWindowMs = daysMs(restoreWindowDays)

/** Who deletes an account whose time is over, and what else belongs to the same transaction. */
interface Deletion {
  readonly actor: Actor
  readonly also?: (tx: Tx) => Promise<void>
}

/**
 * Deletes accounts for good when their restore window has passed.
 * @returns how many accounts were deleted
 * @throws the first failure, after every other account was processed
 */
export async function sweepAccounts(ctx: Context): Promise<number> {
  const before = ctx.clock() - restoreWindowMs
  const due = await listDeletedBefore(ctx.db, before)
  const failures: unknown[] = []
  for (const id of due)
    await deleteExpiredAccount(ctx, id, { actor: { userId: id, origin: null } }).catch((error) =>
      failures.push(error),
    )
  if (failures.length > 0) throw failures[0]
  return due.length
}

/** Deletes an account for good, if its restore window has passed. */
export const deleteExpiredAccount = (ctx: Context, id: number, { actor, also }: Deletion): Promise<void> =>
  transact(ctx, actor, async (tx) => {
    await tx.lock([id])
    const before = tx.clock() - restoreWindowMs
    const user = await findUser(tx, id)
    // The owner restored the account just now, or another node deleted it first.
    if (user?.status !== 'INACTIVE' || user.deleted_at === null || user.deleted_at > before) return
    await deletePermanently(tx, user, 'The account was permanently deleted')
    await also?.(tx)
  })
