import type { Subscription } from '@envhold/contract/billing/subscription.ts'
import type { DbContext } from '../../../context.ts'
import { wireTime, wireTimeOrNull } from '../../../http/wire-time.ts'
import { planDisplayName } from '../../plans/plan-store.ts'
import { findActiveDunning } from '../dunning/dunning-store.ts'
import { findBestSubscription } from './own-subscription.ts'
import type { SubscriptionRow } from './subscription-store.ts'

/** A subscription as its customer sees it. */
export async function viewOf(ctx: DbContext<'secrets'>, row: SubscriptionRow): Promise<Subscription> {
  const dunning = await findActiveDunning(ctx, row.id)
  return {
    id: row.id,
    plan: row.plan,
    plan_display_name: await planDisplayName(ctx, row.plan),
    status: row.status,
    billing_interval: row.billing_interval,
    current_period_start: wireTimeOrNull(row.period_start),
    current_period_end: wireTimeOrNull(row.period_end),
    cancel_at: wireTimeOrNull(row.cancel_at),
    ended_at: wireTimeOrNull(row.ended_at),
    next_payment_attempt: dunning?.next_at ? wireTime(dunning.next_at) : null,
    provider: row.provider,
    test_mode: row.test_mode === 1,
  }
}

/** The subscription that counts for an account; null if it never had one. */
export async function viewCurrent(
  ctx: DbContext<'secrets'>,
  userId: number,
): Promise<{ subscription: Subscription | null }> {
  const best = await findBestSubscription(ctx, userId)
  return { subscription: best ? await viewOf(ctx, best) : null }
}
