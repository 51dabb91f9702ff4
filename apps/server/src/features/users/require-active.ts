import { AppError } from '../../app-error.ts'
import type { DbContext } from '../../context.ts'
import { findUser } from './user-store.ts'

/**
 * Checks an account again, for a call that has waited since its caller was authenticated.
 * @throws AppError UNAUTHENTICATED, ACCOUNT_SUSPENDED, ACCOUNT_PENDING; TamperedRowError
 */
export async function requireActive(ctx: DbContext<'secrets'>, userId: number): Promise<void> {
  const user = await findUser(ctx, userId)
  if (!user || user.status === 'INACTIVE') throw new AppError('UNAUTHENTICATED')
  if (user.status === 'SUSPENDED') throw new AppError('ACCOUNT_SUSPENDED')
  if (user.status === 'PENDING') throw new AppError('ACCOUNT_PENDING')
}
