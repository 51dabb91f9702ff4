import { restoreWindowDays } from '@envhold/contract/account-settings.ts'
import type { Context } from '../../context.ts'
import { daysMs } from '../../jobs/retention-rule.ts'
import { insertErasure } from '../audit-log/erasure-store.ts'
import { type Actor, type Tx, transact } from '../audit-log/tx.ts'
import { deleteUser, findUser, listDeletedBefore } from '../users/user-store.ts'

export const restoreWindowMs = daysMs(restoreWindowDays)

/** Revokes an account's access to projects of other owners, before the account is deleted. */
type RevokeAllGrants = (tx: Tx, userId: number) => Promise<void>

/** Who deletes an account whose time is over, and what else belongs to the same transaction. */
interface Deletion {
  readonly actor: Actor
  readonly also?: (tx: Tx) => Promise<void>
}

/**
 * Deletes accounts for good when their restore window has passed. Their own projects are deleted with them; their
 * activity log entries stay, and {@link insertErasure} has their names and IP addresses erased.
 * @returns how many accounts were deleted
 * @throws the first failure, after every other account was processed
 */
export async function sweepAccounts(ctx: Context, revokeAllGrants: RevokeAllGrants): Promise<number> {
  const before = ctx.clock() - restoreWindowMs
  const due = await listDeletedBefore(ctx.db, before)
  const failures: unknown[] = []
  for (const id of due)
    await deleteExpiredAccount(ctx, revokeAllGrants, id, { actor: { userId: id, origin: null } }).catch(
      (error) => failures.push(error),
    )
  if (failures.length > 0) throw failures[0]
  return due.length
}

/** Deletes an account for good, if its restore window has passed. */
export const deleteExpiredAccount = (
  ctx: Context,
  revokeAllGrants: RevokeAllGrants,
  id: number,
  { actor, also }: Deletion,
): Promise<void> =>
  transact(ctx, actor, async (tx) => {
    await tx.lock([id])
    const before = tx.clock() - restoreWindowMs
    const user = await findUser(tx, id)
    // The owner restored the account just now, or another node deleted it first.
    if (user?.status !== 'INACTIVE' || user.deleted_at === null || user.deleted_at > before) return
    await revokeAllGrants(tx, id)
    const { username, email_canonical, email_verified_at, created_at } = user
    await deleteUser(tx.db, id)
    await insertErasure(tx, {
      user_id: id,
      username,
      // An address that nobody has verified may belong to somebody else, whose invitations it is in.
      email_canonical: email_verified_at === null ? '' : email_canonical,
      created_at,
      deleted_at: tx.clock(),
    })
    tx.record({
      type: 'account_deleted',
      severity: 'high',
      description: 'The account was permanently deleted',
      userId: id,
    })
    await also?.(tx)
  })
