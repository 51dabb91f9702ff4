import type { BillingInterval, SubscriptionStatus } from '@envhold/contract/billing/payments.ts'
import { z } from 'zod'
import type { ProviderSubscription } from '../provider.ts'
import { isoTime, shortText } from '../translation/answer-schema.ts'
import { isProviderId } from '../translation/provider-id.ts'
import { type DodoClient, unlessMissing } from './dodo-client.ts'

const statuses: ReadonlyMap<string, SubscriptionStatus> = new Map([
  ['pending', 'pending'],
  ['active', 'active'],
  ['past_due', 'past_due'],
  // A failed renewal: it becomes active again once it is paid.
  ['on_hold', 'past_due'],
  ['paused', 'paused'],
  ['cancelled', 'ended'],
  ['expired', 'ended'],
  ['failed', 'ended'],
])

const intervals: ReadonlyMap<string, BillingInterval> = new Map([
  ['1 Month', 'monthly'],
  ['12 Month', 'yearly'],
  ['1 Year', 'yearly'],
])

/** What the checkout stored; its subscription and payments have the same. */
export const metadata = z.object({ checkout_id: shortText.optional().catch(undefined) })

const subscriptionAnswer = z.object({
  subscription_id: shortText,
  status: shortText,
  product_id: shortText,
  customer: z.object({ customer_id: shortText }),
  metadata,
  previous_billing_date: isoTime,
  next_billing_date: isoTime,
  cancel_at_next_billing_date: z.boolean(),
  cancelled_at: isoTime.nullish(),
  expires_at: isoTime.nullish(),
  payment_frequency_count: z.int(),
  payment_frequency_interval: shortText,
})

/** dodo has its modes on two hosts, so a subscription belongs to the mode in which it was found. */
export function parseDodoSubscription(answer: unknown, testMode: boolean): ProviderSubscription {
  const found = subscriptionAnswer.parse(answer)
  const known = statuses.get(found.status)
  const status = known ?? 'pending'
  const isEnded = status === 'ended'
  return {
    id: found.subscription_id,
    customerId: found.customer.customer_id,
    status,
    ...(known ? {} : { unknownStatus: found.status }),
    priceRef: found.product_id,
    interval: intervals.get(`${found.payment_frequency_count} ${found.payment_frequency_interval}`) ?? null,
    periodStart: found.previous_billing_date,
    periodEnd: found.next_billing_date,
    cancelAt: found.cancel_at_next_billing_date && !isEnded ? found.next_billing_date : null,
    endedAt: isEnded ? (found.cancelled_at ?? found.expires_at ?? null) : null,
    checkoutId: found.metadata.checkout_id ?? null,
    testMode,
  }
}

export async function findDodoSubscription(
  client: DodoClient,
  id: string,
  testMode: boolean,
): Promise<ProviderSubscription | undefined> {
  const answer = isProviderId(id) ? await unlessMissing(client.subscriptions.retrieve(id)) : undefined
  return answer && parseDodoSubscription(answer, testMode)
}
