import { isEntitled } from '@envhold/contract/payments.ts'
import type { Context } from '../../../context.ts'
import { findPlan } from '../../plans/plan-store.ts'
import { listSubscriptions, type SubscriptionRow } from './subscription-store.ts'

const rank: Readonly<Record<SubscriptionRow['status'], number>> = {
  active: 0,
  trialing: 1,
  past_due: 2,
  pending: 3,
  paused: 4,
  ended: 5,
}

/**
 * The subscription that counts for an account with several: the one with the most expensive plan that the account is
 * entitled to, then the best status, then the newest. undefined: the account never had one.
 */
export async function findBestSubscription(
  ctx: Pick<Context, 'db' | 'secrets'>,
  userId: number,
): Promise<SubscriptionRow | undefined> {
  const rows = await listSubscriptions(ctx, userId)
  const prices = new Map<string, number>()
  for (const { plan } of rows) prices.set(plan, (await findPlan(ctx, plan))?.price_monthly ?? 0)
  const value = ({ status, plan }: SubscriptionRow) => (isEntitled(status) ? (prices.get(plan) ?? 0) : -1)
  return rows.toSorted(
    (left, right) =>
      value(right) - value(left) || rank[left.status] - rank[right.status] || right.id - left.id,
  )[0]
}
