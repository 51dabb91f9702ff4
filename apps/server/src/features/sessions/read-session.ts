import type { readSession as endpoint } from '@envhold/contract/accounts.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { AppError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import { accountOf } from '../users/account-of.ts'
import { findUser } from '../users/user-store.ts'

export async function readSession(
  ctx: Pick<Context, 'db' | 'secrets' | 'mail' | 'config'>,
  userId: number,
): Promise<OutputOf<typeof endpoint>> {
  const user = await findUser(ctx, userId)
  if (!user) throw new AppError('UNAUTHENTICATED')
  return { user: accountOf(ctx, user) }
}
