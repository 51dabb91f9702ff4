import type { BillingInterval, SubscriptionStatus } from '@envhold/contract/billing/payments.ts'
import { z } from 'zod'
import type { ProviderSubscription } from '../provider.ts'
import { isoTime, shortText } from '../translation/answer-schema.ts'
import { type PolarClient, unlessMissing } from './polar-client.ts'

const statuses: ReadonlyMap<string, SubscriptionStatus> = new Map([
  ['incomplete', 'pending'],
  ['trialing', 'trialing'],
  ['active', 'active'],
  ['past_due', 'past_due'],
  ['paused', 'paused'],
  ['canceled', 'ended'],
  ['unpaid', 'ended'],
  ['incomplete_expired', 'ended'],
])

const intervals: ReadonlyMap<string, BillingInterval> = new Map([
  ['month', 'monthly'],
  ['year', 'yearly'],
])

/** Every id of polar is a UUID. Any other text could change the path of a request. */
export const isPolarId = (id: string): boolean => z.guid().safeParse(id).success

/** The metadata that a checkout passes on to its subscription and orders. */
export const metadata = z.object({ checkout_id: shortText.optional().catch(undefined) })

const subscriptionAnswer = z.object({
  id: shortText,
  status: shortText,
  product_id: shortText,
  customer_id: shortText,
  metadata,
  current_period_start: isoTime.nullable(),
  current_period_end: isoTime.nullable(),
  cancel_at_period_end: z.boolean(),
  ends_at: isoTime.nullable(),
  ended_at: isoTime.nullable(),
  recurring_interval: shortText,
  recurring_interval_count: z.int(),
})

/** polar has its modes on two hosts, so a subscription belongs to the mode in which it was found. */
export function parsePolarSubscription(answer: unknown, testMode: boolean): ProviderSubscription {
  const found = subscriptionAnswer.parse(answer)
  const known = statuses.get(found.status)
  const status = known ?? 'pending'
  const willEnd = found.cancel_at_period_end && status !== 'ended'
  return {
    id: found.id,
    customerId: found.customer_id,
    status,
    ...(known ? {} : { unknownStatus: found.status }),
    priceRef: found.product_id,
    interval: (found.recurring_interval_count === 1 && intervals.get(found.recurring_interval)) || null,
    periodStart: found.current_period_start,
    periodEnd: found.current_period_end,
    cancelAt: willEnd ? (found.ends_at ?? found.current_period_end) : null,
    endedAt: found.ended_at,
    checkoutId: found.metadata.checkout_id ?? null,
    testMode,
  }
}

export async function findPolarSubscription(
  client: PolarClient,
  id: string,
  testMode: boolean,
): Promise<ProviderSubscription | undefined> {
  const answer = isPolarId(id) ? await unlessMissing(client.subscriptions.get(id)) : undefined
  return answer === undefined ? undefined : parsePolarSubscription(answer, testMode)
}
