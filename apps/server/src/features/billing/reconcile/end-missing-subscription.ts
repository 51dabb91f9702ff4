import type { Context } from '../../../context.ts'
import { applySubscription } from '../subscriptions/apply-subscription.ts'
import type { SubscriptionRow } from '../subscriptions/subscription-store.ts'

/** Ends a subscription that its provider does not know any more. A newer description wins. */
export async function endMissingSubscription(ctx: Context, row: SubscriptionRow): Promise<void> {
  await applySubscription(ctx, {
    provider: row.provider,
    revision: row.revision,
    described: {
      id: row.provider_id,
      customerId: row.customer_id,
      status: 'ended',
      // It pays for nothing any more: its plan stays what it was.
      priceRef: '',
      interval: row.billing_interval,
      periodStart: row.period_start,
      periodEnd: row.period_end,
      cancelAt: row.cancel_at,
      endedAt: row.ended_at ?? ctx.clock(),
      checkoutId: null,
      testMode: row.test_mode === 1,
    },
  })
}
