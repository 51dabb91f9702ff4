import { AppError } from '../../app-error.ts'
import type { Context, Within } from '../../context.ts'
import { changeUser, type User } from '../users/user-store.ts'
import { restoreWindowMs } from './sweep-accounts.ts'

/** Whether the owner of an account may sign in to it: it is active, or was deleted recently. */
export const isOpenToOwner = (
  { clock }: Pick<Context, 'clock'>,
  { status, deleted_at }: Pick<User, 'status' | 'deleted_at'>,
): boolean => status !== 'INACTIVE' || (deleted_at !== null && clock() < deleted_at + restoreWindowMs)

/** Restores an account that its owner had deleted; any other is unchanged. */
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
