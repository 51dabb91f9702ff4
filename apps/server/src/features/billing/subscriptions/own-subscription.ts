import { isEntitled } from '@envhold/contract/billing/payments.ts'
import { AppError } from '../../../app-error.ts'
import type { DbContext } from '../../../context.ts'
import { findPlan } from '../../plans/plan-store.ts'
import { requireRateLimit } from '../../users/attempt-limits.ts'
import { listSubscriptions, type SubscriptionRow } from './subscription-store.ts'

/** A subscription of the account. @throws AppError NOT_FOUND for any other */
export async function requireOwnSubscription(
  ctx: DbContext<'secrets'>,
  userId: number,
  id: number,
): Promise<SubscriptionRow> {
  const own = (await listSubscriptions(ctx, userId)).find((row) => row.id === id)
  if (!own) throw new AppError('NOT_FOUND')
  return own
}

/** The subscription that counts for the account. @throws AppError NOT_FOUND if it never had one */
export async function requireCurrentSubscription(
  ctx: DbContext<'secrets'>,
  userId: number,
): Promise<SubscriptionRow> {
  const best = await findBestSubscription(ctx, userId)
  if (!best) throw new AppError('NOT_FOUND')
  return best
}

const rank: Readonly<Record<SubscriptionRow['status'], number>> = {
  active: 0,
  trialing: 1,
  past_due: 2,
  pending: 3,
  paused: 4,
  ended: 5,
}

/** The subscription that counts for an account. undefined: it never had one. */
export const findBestSubscription = async (
  ctx: DbContext<'secrets'>,
  userId: number,
): Promise<SubscriptionRow | undefined> => (await rankSubscriptions(ctx, userId))[0]

/**
 * The subscriptions of an account. The one that counts is the first: the one with the most expensive plan that the
 * account is entitled to, then the best status, then the newest.
 */
export async function rankSubscriptions(
  ctx: DbContext<'secrets'>,
  userId: number,
): Promise<readonly SubscriptionRow[]> {
  const rows = await listSubscriptions(ctx, userId)
  const prices = new Map<string, number>()
  for (const { plan } of rows) prices.set(plan, (await findPlan(ctx, plan))?.price_monthly ?? 0)
  const value = ({ status, plan }: SubscriptionRow) => (isEntitled(status) ? (prices.get(plan) ?? 0) : -1)
  return rows.toSorted(
    (left, right) =>
      value(right) - value(left) || rank[left.status] - rank[right.status] || right.id - left.id,
  )
}

const rule = { kind: 'subscription-change', limit: 30, windowMs: 3_600_000 }

/** Bounds what an account can have a provider do. @throws AppError RATE_LIMITED */
export const changesAnHour = (ctx: DbContext<'clock'>, userId: number): Promise<void> =>
  requireRateLimit(ctx, rule, String(userId))
