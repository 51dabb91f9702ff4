import { AppError } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import { findBestSubscription } from './best-subscription.ts'
import { listSubscriptions, type SubscriptionRow } from './subscription-store.ts'

type Reading = Pick<Context, 'db' | 'secrets'>

/** A subscription of the account. @throws AppError NOT_FOUND for any other */
export async function requireOwnSubscription(
  ctx: Reading,
  userId: number,
  id: number,
): Promise<SubscriptionRow> {
  const own = (await listSubscriptions(ctx, userId)).find((row) => row.id === id)
  if (!own) throw new AppError('NOT_FOUND')
  return own
}

/** The subscription that counts for the account. @throws AppError NOT_FOUND if it never had one */
export async function requireCurrentSubscription(ctx: Reading, userId: number): Promise<SubscriptionRow> {
  const best = await findBestSubscription(ctx, userId)
  if (!best) throw new AppError('NOT_FOUND')
  return best
}
