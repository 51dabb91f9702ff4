/** The plan of the account: what it allows, what is used, how it is paid for. */
import { z } from 'zod'
import { endpointsOf } from '../endpoint.ts'
import * as field from '../fields.ts'
import { limits } from '../limits.ts'
import { billingIntervals, cancelReasons, providerIds, subscriptionStatuses } from './payments.ts'
import { planLimit } from './plan-offers.ts'

const endpoint = endpointsOf('Subscription')

/** A subscription as its provider last described it. */
export const subscription = z
  .object({
    id: field.id,
    /** The name of the plan that is paid for. */
    plan: z.string().max(limits.nameLength),
    plan_display_name: z.string().max(limits.nameLength),
    status: z.enum(subscriptionStatuses),
    billing_interval: z.enum(billingIntervals).nullable(),
    current_period_start: field.time.nullable(),
    current_period_end: field.time.nullable(),
    /** When it ends, if it was canceled and can still be resumed. */
    cancel_at: field.time.nullable(),
    /** What it changes to when the period ends, if that was chosen. */
    next: z
      .object({
        plan: z.string().max(limits.nameLength),
        plan_display_name: z.string().max(limits.nameLength),
        billing_interval: z.enum(billingIntervals),
      })
      .nullable(),
    ended_at: field.time.nullable(),
    /** When a failed payment is tried next; null while none has failed. */
    next_payment_attempt: field.time.nullable(),
    /** When the subscription ends if no try succeeds; null while none has failed. */
    ends_unpaid_at: field.time.nullable(),
    provider: z.enum(providerIds),
    test_mode: z.boolean(),
  })
  .meta({ id: 'Subscription' })
export type Subscription = z.output<typeof subscription>

/** A plan that an operator gave the account for a time. */
export const grantedPlan = z
  .object({
    plan: z.string().max(limits.nameLength),
    plan_display_name: z.string().max(limits.nameLength),
    ends_at: field.time,
  })
  .meta({ id: 'GrantedPlan' })
export type GrantedPlan = z.output<typeof grantedPlan>

const currentSubscription = z
  .object({
    subscription: subscription.nullable(),
    /** Further ones that have not ended, after two checkouts were paid. Each renews until it is canceled. */
    others: z.array(subscription).max(100),
    /** It counts instead of the subscription. */
    granted_plan: grantedPlan.nullable(),
  })
  .meta({ id: 'CurrentSubscription' })

export const readCurrentSubscription = endpoint('GET /subscriptions/current', {
  name: 'readCurrentSubscription',
  summary:
    'The subscription that counts for the account, null if it never had one, and others that it pays for.',
  audience: 'session',
  whileSuspended: true,
  output: currentSubscription,
})

export const refreshSubscription = endpoint('POST /subscriptions/refresh', {
  name: 'refreshSubscription',
  summary: 'Ask the payment provider for the state of the subscription and of open checkouts, now.',
  audience: 'session',
  whileSuspended: true,
  output: currentSubscription.extend({
    /** Whether a checkout is open, or was paid in the last hour: a page that returns from none has nothing to say. */
    has_checkout: z.boolean(),
  }),
  errors: ['UNAVAILABLE'],
})

export const readSubscriptionUsage = endpoint('GET /subscriptions/usage', {
  name: 'readSubscriptionUsage',
  summary:
    'How much of the plan the account uses. API calls are those of the calendar month (UTC), over all keys.',
  audience: 'session',
  whileSuspended: true,
  output: z.object({
    usage: z
      .object({
        current: z.object({
          projects_count: field.count,
          collaborators_count: field.count,
          /** Of all projects that the account owns, deleted ones included until they are erased. */
          stored_bytes: field.count,
          /** Null on a plan that does not limit them. */
          api_calls_count: field.count.nullable(),
        }),
        limits: z.object({
          max_projects: planLimit,
          max_collaborators: planLimit,
          max_stored_bytes: planLimit,
          max_api_calls_per_month: planLimit,
        }),
      })
      .meta({ id: 'SubscriptionUsage' }),
  }),
})

export const limitedActions = ['create_project', 'invite_collaborator'] as const
export type LimitedAction = (typeof limitedActions)[number]

export const checkLimit = endpoint('POST /subscriptions/check-limit', {
  name: 'checkLimit',
  summary:
    'Whether the account may add one more. With a count, whether the plan has room for one more than that.',
  audience: 'session',
  whileSuspended: true,
  body: z.object({
    action: z.enum(limitedActions, 'Must be create_project or invite_collaborator'),
    resourceCount: field.count.max(1_000_000).optional(),
  }),
  output: z.object({ allowed: z.boolean() }),
})

/** A page of this instance that the provider sends the browser back to. */
const returnUrl = z.url('Must be an address of this server').max(2_000)

export const startCheckout = endpoint('POST /subscriptions/checkout', {
  name: 'startCheckout',
  summary: 'Start paying for a plan: the provider’s page at `checkoutUrl` does the rest.',
  audience: 'session',
  stepUp: 'always',
  whileSuspended: true,
  body: z.object({
    planId: field.id,
    billingInterval: z.enum(billingIntervals, 'Must be monthly or yearly'),
    /** Default: the instance’s default provider, or its fallback. */
    provider: z.enum(providerIds, 'Unknown payment provider').optional(),
    successUrl: returnUrl,
    cancelUrl: returnUrl,
  }),
  output: z.object({ checkoutUrl: z.url().max(4_000), provider: z.enum(providerIds) }),
  errors: ['CONFLICT', 'UNAVAILABLE'],
})

export const openCustomerPortal = endpoint('POST /subscriptions/customer-portal', {
  name: 'openCustomerPortal',
  summary:
    'A page of the provider where cards, addresses and invoices are kept. It is valid for a short time.',
  audience: 'session',
  stepUp: 'always',
  whileSuspended: true,
  body: z.object({ returnUrl }),
  output: z.object({ portalUrl: z.url().max(4_000) }),
  errors: ['NOT_FOUND', 'UNAVAILABLE'],
})

export const previewCancellation = endpoint('GET /subscriptions/cancellation', {
  name: 'previewCancellation',
  summary: 'What canceling would lead to, with dates and names, if nothing else changes until then.',
  audience: 'session',
  whileSuspended: true,
  output: z.object({
    /** The subscription, and with it the plan, ends; now, if its last payment failed or it is paused. */
    ends_at: field.time,
    /** Projects beyond the plan that follows are read-only until here, and archived then. */
    grace_ends_at: field.time,
    /** Archived projects are deleted. */
    deleted_at: field.time,
    max_projects: planLimit,
    max_collaborators: planLimit,
    excess_projects: z.array(z.object({ id: field.id, name: z.string().max(limits.nameLength) })).max(1_000),
    excess_collaborators: z.array(z.object({ email: z.string().max(limits.emailLength) })).max(1_000),
  }),
  errors: ['NOT_FOUND'],
})

export const changedSubscription = z
  .object({ message: z.string().max(300), subscription })
  .meta({ id: 'ChangedSubscription' })

export const cancelSubscription = endpoint('POST /subscriptions/cancel', {
  name: 'cancelSubscription',
  summary:
    'Cancel a subscription: it stays active to the end of the period that is paid for, unless it should end now, its payment failed, or it is paused.',
  audience: 'session',
  stepUp: 'always',
  whileSuspended: true,
  body: z
    .object({
      subscriptionId: field.id,
      atPeriodEnd: z.boolean().default(true),
      reason: z.enum(cancelReasons, 'Unknown reason'),
      /** Required for the reason `other`. Some providers show it to the customer. */
      comment: field.text(500).optional(),
    })
    .refine(({ reason, comment }) => reason !== 'other' || comment?.trim(), {
      path: ['comment'],
      message: 'Say what the reason is',
    }),
  output: changedSubscription,
  errors: ['NOT_FOUND', 'CONFLICT', 'UNAVAILABLE'],
})

export const resumeSubscription = endpoint('POST /subscriptions/resume', {
  name: 'resumeSubscription',
  summary: 'Take a cancellation back, before the subscription has ended.',
  audience: 'session',
  stepUp: 'always',
  whileSuspended: true,
  body: z.object({ subscriptionId: field.id }),
  output: changedSubscription,
  errors: ['NOT_FOUND', 'CONFLICT', 'UNAVAILABLE'],
})
