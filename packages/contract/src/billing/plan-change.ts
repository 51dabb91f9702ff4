/** Another plan or another interval within a running subscription. */
import { z } from 'zod'
import { endpointsOf } from '../endpoint.ts'
import * as field from '../fields.ts'
import { limits } from '../limits.ts'
import { billingIntervals, providerIds } from './payments.ts'
import { planLimit } from './plan-offers.ts'
import { changedSubscription } from './subscription.ts'

const endpoint = endpointsOf('Subscription')

/** How long what was shown can be confirmed, in minutes. */
export const previewMinutes = 15

const interval = z.enum(billingIntervals, 'Must be monthly or yearly')

/** An amount including tax, in the currency's minor unit. */
const amount = z.int()

export const changedLimits = [
  'projects',
  'collaborators',
  'stored_bytes',
  'api_calls_per_month',
  'api_calls_per_hour',
] as const
export type ChangedLimit = (typeof changedLimits)[number]

export const previewSubscriptionChange = endpoint('GET /subscriptions/{id}/change', {
  name: 'previewSubscriptionChange',
  summary:
    'What another plan or interval would cost now and later, as its provider says it. Changes nothing.',
  audience: 'session',
  whileSuspended: true,
  params: z.object({ id: field.pathId }),
  query: z.object({ planId: field.pathId, billingInterval: interval }),
  output: z.object({
    plan_display_name: z.string().max(limits.nameLength),
    billing_interval: z.enum(billingIntervals),
    provider: z.enum(providerIds),
    starts: z.enum(['now', 'period_end']),
    starts_at: field.time,
    /** Negative: credited to later charges. Null: the provider says it only when it charges. */
    due_now: amount.nullable(),
    /** What a period costs from then on, without tax that is added. Null: the provider does not say. */
    next_amount: amount.nullable(),
    next_at: field.time.nullable(),
    /** Of both amounts; null without any. */
    currency: z.string().length(3).nullable(),
    /** The limits of both plans; −1 is none. */
    limits: z
      .array(
        z.object({
          limit: z.enum(changedLimits),
          before: planLimit,
          after: planLimit,
          /** Null where nothing is counted. */
          used: field.count.nullable(),
        }),
      )
      .max(changedLimits.length),
    /** To confirm with: the amount is calculated as of then. */
    previewed_at: field.time,
  }),
  errors: ['NOT_FOUND', 'CONFLICT', 'UNAVAILABLE'],
})

export const changeSubscription = endpoint('POST /subscriptions/{id}/change', {
  name: 'changeSubscription',
  summary: `Change the plan or the interval as previewed within the last ${previewMinutes} minutes. Nothing more than that is charged.`,
  audience: 'session',
  stepUp: 'always',
  whileSuspended: true,
  params: z.object({ id: field.pathId }),
  body: z.object({
    planId: field.id,
    billingInterval: interval,
    /** As previewed. */
    dueNow: amount.nullable(),
    previewedAt: field.time,
  }),
  output: changedSubscription,
  errors: ['NOT_FOUND', 'CONFLICT', 'UNAVAILABLE'],
})

export const cancelPlannedChange = endpoint('DELETE /subscriptions/{id}/change', {
  name: 'cancelPlannedChange',
  summary: 'Cancel a change of plan that begins when the period ends. Nothing is charged.',
  audience: 'session',
  stepUp: 'always',
  whileSuspended: true,
  params: z.object({ id: field.pathId }),
  output: changedSubscription,
  errors: ['NOT_FOUND', 'CONFLICT', 'UNAVAILABLE'],
})
