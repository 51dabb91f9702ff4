import { z } from 'zod'
import { endpointsOf } from '../endpoint.ts'

const endpoint = endpointsOf('Subscription')

/** Payment providers and the words for what they say, the same for all of them. */

/** `sandbox` is built in: it takes no money, and exists while test mode is on. */
export const providerIds = ['stripe', 'dodo', 'lemonsqueezy', 'polar', 'sandbox'] as const
export type ProviderId = (typeof providerIds)[number]

/** As customers know them. */
export const providerNames: Readonly<Record<ProviderId, string>> = {
  stripe: 'Stripe',
  dodo: 'Dodo Payments',
  lemonsqueezy: 'Lemon Squeezy',
  polar: 'Polar',
  sandbox: 'Sandbox',
}

export const billingIntervals = ['monthly', 'yearly'] as const
export type BillingInterval = (typeof billingIntervals)[number]

/**
 * A subscription's status, whichever provider it is at. `ended` is not final: a late payment or a resumed subscription
 * leads back to `active`. That a subscription will end is not a status but a date, `cancel_at`.
 */
export const subscriptionStatuses = ['pending', 'trialing', 'active', 'past_due', 'paused', 'ended'] as const
export type SubscriptionStatus = (typeof subscriptionStatuses)[number]

const entitled: readonly SubscriptionStatus[] = ['trialing', 'active', 'past_due']

/** Whether an account with a subscription of this status has the plan that it pays for. */
export const isEntitled = (status: SubscriptionStatus): boolean => entitled.includes(status)

/** Whether an account with a subscription of this status has to end it before it can start another one. */
export const isLiveStatus = (status: SubscriptionStatus): boolean => isEntitled(status) || status === 'paused'

export const cancelReasons = [
  'user_requested',
  'too_expensive',
  'missing_features',
  'poor_experience',
  'switching_provider',
  'temporary_pause',
  'other',
] as const
export type CancelReason = (typeof cancelReasons)[number]

export const invoiceStatuses = ['open', 'paid', 'failed', 'void', 'refunded', 'partially_refunded'] as const
export type InvoiceStatus = (typeof invoiceStatuses)[number]

export const receiveWebhook = endpoint('POST /webhooks/{provider}', {
  name: 'receiveWebhook',
  summary: 'News of a payment provider, signed by it. It is stored and answered, and worked off afterwards.',
  audience: 'webhook',
  params: z.object({ provider: z.string().max(30) }),
  rawBody: true,
  requestHeaders: [
    'stripe-signature',
    'webhook-id',
    'webhook-timestamp',
    'webhook-signature',
    'x-signature',
    'x-event-name',
  ],
  output: z.object({ received: z.literal(true) }),
  errors: ['NOT_FOUND', 'RATE_LIMITED'],
})
