/** How much of its limits an account uses, for the pages that create something. */
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import * as field from '../fields.ts'
import { limits } from '../limits.ts'
import { providerIds } from './payments.ts'
import { planLimit } from './plan-offers.ts'
import { callStages } from './plans.ts'

/** The usage of one limit. Without a limit, `max` is −1 and `unlimited` is true. */
export const limitStatus = z
  .object({
    current: field.count,
    max: z.int().min(-1),
    remaining: z.int().min(-1),
    unlimited: z.boolean(),
    atLimit: z.boolean(),
    nearLimit: z.boolean(),
  })
  .meta({ id: 'LimitStatus' })
export type LimitStatus = z.output<typeof limitStatus>

/** The calls of the month (UTC), of all API keys of the account together. */
const monthCalls = z
  .object({
    current: field.count,
    max: planLimit,
    /** In percent; 0 before the first stage, and without a limit. */
    stage: z.literal([0, ...callStages]),
    /** When the next month begins. */
    resets_at: field.time,
    /** Until when reads continue beyond the limit, or continued earlier in this quarter; null: that has not begun. */
    grace_ends_at: field.time.nullable(),
  })
  .meta({ id: 'MonthCalls' })
export type MonthCalls = z.output<typeof monthCalls>

/** What is wrong with the subscription, or ends it, as every page shows it. */
const paymentState = z
  .object({
    /** `failed`: a payment is due. `ending`: it was canceled, and can still be resumed. */
    state: z.enum(['failed', 'ending']),
    plan_display_name: z.string().max(limits.nameLength),
    provider: z.enum(providerIds),
    /** The next try of a failed payment; null: there is none. */
    next_payment_attempt: field.time.nullable(),
    /** When the subscription ends unless something is done. */
    ends_at: field.time.nullable(),
    /** The plan that the account has then. */
    next_plan_display_name: z.string().max(limits.nameLength),
  })
  .meta({ id: 'PaymentState' })
export type PaymentState = z.output<typeof paymentState>

export const readSubscriptionStatus = endpoint('GET /subscription/status', {
  name: 'readSubscriptionStatus',
  tag: 'Subscription',
  whileSuspended: true,
  summary: 'Read the plan of the account and the usage of its limits.',
  audience: 'session',
  output: z.object({
    subscription: z.object({ planName: z.string().max(limits.nameLength) }),
    needsUpgrade: z.boolean(),
    upgradeSuggestions: z
      .array(
        z.object({
          primaryReason: z.string().max(300),
          planDisplayName: z.string().max(limits.nameLength),
          price: z.number().nonnegative(),
          benefits: z.array(z.string().max(300)).max(20),
        }),
      )
      .max(10),
    /** Storage in bytes. */
    limitStatus: z.object({ projects: limitStatus, collaborators: limitStatus, storage: limitStatus }),
    calls: monthCalls,
    /** null: nothing needs attention. */
    payment: paymentState.nullable(),
    /** Whether there is something to read at `GET /users/compliance`. */
    has_compliance: z.boolean(),
  }),
})
