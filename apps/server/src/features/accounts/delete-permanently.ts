import { restoreWindowDays } from '@envhold/contract/accounts/account-settings.ts'
import type { Context } from '../../context.ts'
import { daysMs } from '../../jobs/retention-rule.ts'
import { insertErasure } from '../audit-log/activity-chain-store.ts'
import { type Actor, type Tx, transact } from '../audit-log/tx.ts'
import { endOffersOf } from '../collaborators/transfer/end-offers.ts'
import { revokeAllGrants } from '../grants/revoke-all-grants.ts'
import { listCollaboratorsOfOwner } from '../projects/collaborators-of-owner-store.ts'
import { mailCollaborators } from '../projects/mail-collaborators.ts'
import { deleteUser, findUser, listDeletedBefore, type User } from '../users/user-store.ts'

/**
 * Deletes an account for good. Its own projects are deleted with it; its activity log entries stay, and
 * {@link insertErasure} has its names and IP addresses erased from them. The account is locked.
 * @param description what the activity log says of it
 */
export async function deletePermanently(tx: Tx, user: User, description: string): Promise<void> {
  const { id, username, email_canonical, email_verified_at, created_at } = user
  // Collaborators of a project that its owner deleted were mailed then.
  const collaborators = (await listCollaboratorsOfOwner(tx, id)).filter(({ state }) => state !== 'deleted')
  await mailCollaborators(tx, user, collaborators, 'sharedProjectsDeleted', {})
  await endOffersOf(tx, user)
  await revokeAllGrants(tx, id)
  await deleteUser(tx.db, id)
  await insertErasure(tx, {
    user_id: id,
    username,
    // An address that nobody has verified may belong to somebody else, whose invitations it is in.
    email_canonical: email_verified_at === null ? '' : email_canonical,
    created_at,
    deleted_at: tx.clock(),
  })
  tx.revoked({ kind: 'account', userId: id })
  tx.record({ type: 'account_deleted', description, userId: id, origin: null })
}

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
export const deleteExpiredAccount = (ctx: Context, id: number, { actor, also }: Deletion) =>
  transact(ctx, actor, async (tx) => {
    await tx.lock([id])
    const before = tx.clock() - restoreWindowMs
    const user = await findUser(tx, id)
    // The owner restored the account just now, or another node deleted it first.
    if (user?.status !== 'INACTIVE' || user.deleted_at === null || user.deleted_at > before) return
    await deletePermanently(tx, user, 'The account was permanently deleted')
    await also?.(tx)
  })
