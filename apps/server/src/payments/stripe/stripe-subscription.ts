import type { BillingInterval } from '@envhold/contract/billing/payments.ts'
import { z } from 'zod'
import { PaymentError } from '../payment-error.ts'
import type { Cancellation, ProviderSubscription } from '../provider.ts'
import {
  cancellationFeedback,
  currency,
  isProviderId,
  metadata,
  minorUnits,
  moneyOf,
  sharedStatuses,
  shortText,
} from '../translation.ts'
import { orActError, type StripeClient, unlessMissing } from './stripe-client.ts'

const intervals: ReadonlyMap<string, BillingInterval> = new Map([
  ['1 month', 'monthly'],
  ['12 month', 'yearly'],
  ['1 year', 'yearly'],
])

/** Seconds since 1970, as milliseconds. */
export const unixTime = z
  .int()
  .nonnegative()
  .transform((seconds) => seconds * 1000)

/** The id of another object, which the API may include whole. */
export const reference = z.union([shortText, z.object({ id: shortText }).transform(({ id }) => id)])

const item = z.object({
  id: shortText,
  current_period_start: unixTime,
  current_period_end: unixTime,
  price: z.object({
    id: shortText,
    unit_amount: minorUnits.nullish(),
    currency: currency.nullish(),
    recurring: z.object({ interval: shortText, interval_count: z.int() }).nullable(),
  }),
})

const subscriptionAnswer = z.object({
  id: shortText,
  status: shortText,
  customer: reference,
  metadata,
  cancel_at: unixTime.nullable(),
  cancel_at_period_end: z.boolean(),
  ended_at: unixTime.nullable(),
  pause_collection: z.object({}).nullish(),
  livemode: z.boolean(),
  items: z.object({ data: z.tuple([item], item) }),
})

/** With the field that says that it will end or is paused, because only that one is cleared to resume it. */
interface StripeSubscription extends ProviderSubscription {
  readonly endsBy: 'cancel_at_period_end' | 'cancel_at'
  readonly pausedBy: 'status' | 'pause_collection' | undefined
  readonly itemId: string
}

export function parseStripeSubscription(answer: unknown): StripeSubscription {
  const subscription = subscriptionAnswer.parse(answer)
  // The period is a field of the item, since a subscription may have items with different periods.
  const [{ id: itemId, current_period_start, current_period_end, price }] = subscription.items.data
  const known = sharedStatuses.get(subscription.status)
  const isCollecting = !subscription.pause_collection || known === 'ended' || known === 'pending'
  const status = isCollecting ? (known ?? 'pending') : 'paused'
  const { interval, interval_count } = price.recurring ?? {}
  // The customer portal sets only `cancel_at`, the API and the dashboard also `cancel_at_period_end`.
  const endsAt = subscription.cancel_at ?? (subscription.cancel_at_period_end ? current_period_end : null)
  return {
    id: subscription.id,
    customerId: subscription.customer,
    status,
    ...(known ? {} : { unknownStatus: subscription.status }),
    priceRef: price.id,
    price: moneyOf(price.unit_amount, price.currency),
    scheduledPriceRef: null,
    interval: intervals.get(`${interval_count} ${interval}`) ?? null,
    periodStart: current_period_start,
    periodEnd: current_period_end,
    cancelAt: status === 'ended' ? null : endsAt,
    endedAt: subscription.ended_at,
    checkoutId: subscription.metadata.checkout_id ?? null,
    testMode: !subscription.livemode,
    endsBy: subscription.cancel_at_period_end ? 'cancel_at_period_end' : 'cancel_at',
    pausedBy: status !== 'paused' ? undefined : known === 'paused' ? 'status' : 'pause_collection',
    itemId,
  }
}

export async function findStripeSubscription(
  client: StripeClient,
  id: string,
): Promise<StripeSubscription | undefined> {
  const answer = isProviderId(id) ? await unlessMissing(client.subscriptions.retrieve(id)) : undefined
  return answer && parseStripeSubscription(answer)
}

/** @throws PaymentError rejected, if stripe knows no such subscription */
export async function requireStripeSubscription(
  client: StripeClient,
  id: string,
): Promise<StripeSubscription> {
  const subscription = await findStripeSubscription(client, id)
  if (!subscription) throw new PaymentError('rejected', 'stripe', 404)
  return subscription
}

type Change = Parameters<StripeClient['subscriptions']['update']>[1]

/** The SDK takes an answer for a success if it has no field `error`, so each answer is read. */
async function change(client: StripeClient, id: string, fields: Change): Promise<void> {
  parseStripeSubscription(await orActError(client.subscriptions.update(id, fields)))
}

export async function cancelAtStripePeriodEnd(
  client: StripeClient,
  id: string,
  { reason, comment }: Cancellation,
): Promise<void> {
  const { status, cancelAt } = await requireStripeSubscription(client, id)
  if (status === 'ended' || cancelAt !== null) return
  await change(client, id, {
    cancel_at_period_end: true,
    cancellation_details: { feedback: cancellationFeedback[reason], ...(comment && { comment }) },
  })
}

/** Clears only the fields that are set: stripe rejects both fields of a cancellation in one request. */
export async function resumeAtStripe(client: StripeClient, id: string): Promise<void> {
  const { status, cancelAt, endsBy, pausedBy } = await requireStripeSubscription(client, id)
  if (status === 'ended' || status === 'pending') throw new PaymentError('rejected', 'stripe')
  if (cancelAt !== null)
    await change(client, id, endsBy === 'cancel_at' ? { cancel_at: '' } : { cancel_at_period_end: false })
  if (pausedBy === 'pause_collection') await change(client, id, { pause_collection: '' })
  if (pausedBy === 'status') parseStripeSubscription(await orActError(client.subscriptions.resume(id)))
}

/** Stripe answers 404 for what has ended already, as for what it does not know. */
export async function cancelNowAtStripe(client: StripeClient, id: string): Promise<void> {
  if (!isProviderId(id)) throw new PaymentError('rejected', 'stripe', 404)
  try {
    parseStripeSubscription(await orActError(client.subscriptions.cancel(id, { prorate: false })))
  } catch (error) {
    if (!(error instanceof PaymentError) || error.failure !== 'rejected') throw error
    if ((await findStripeSubscription(client, id))?.status !== 'ended') throw error
  }
}
