import { AppError } from '../../../app-error.ts'
import type { Context, Within } from '../../../context.ts'
import { changeUser, type User } from '../../users/user-store.ts'
import { restoreWindowMs } from '../sweep-accounts.ts'

/**
 * Whether the owner of an account may sign in to it: the account is active, or was deleted within the restore window.
 */
export const isOpenToOwner = (
  { clock }: Pick<Context, 'clock'>,
  { status, deleted_at }: Pick<User, 'status' | 'deleted_at'>,
): boolean => status !== 'INACTIVE' || (deleted_at !== null && clock() < deleted_at + restoreWindowMs)

/** Restores an account that its owner deleted. Does nothing to any other account. */
export async function restoreAccount(
  tx: Within<'secrets' | 'clock'>,
  user: User,
): Promise<{ readonly user: User; readonly restored: boolean }> {
  if (user.status !== 'INACTIVE') return { user, restored: false }
  const back = isOpenToOwner(tx, user)
    ? await changeUser(tx, user, { status: 'ACTIVE', deleted_at: null })
    : undefined
  if (!back) throw new AppError('INVALID_CREDENTIALS')
  return { user: back, restored: true }
}
