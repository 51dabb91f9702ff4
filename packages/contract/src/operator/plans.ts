/** Plans, as operators edit them. */
import { z } from 'zod'
import { billingIntervals, providerIds } from '../billing/payments.ts'
import { unlimited } from '../billing/plans.ts'
import * as field from '../fields.ts'
import { limits } from '../limits.ts'
import { maxReasonLength } from './operator-actions.ts'
import { operatorEndpoint } from './operator-calls.ts'

/** The public list of plans has room for no more. */
export const maxPlans = 100
export const maxFeatures = 50
const maxCount = 1_000_000
const maxCalls = 1_000_000_000
const maxBytes = 1e15

const isInCents = (price: number) => Math.abs(price * 100 - Math.round(price * 100)) < 1e-6
/** In US dollars. */
const price = z
  .number('Must be a price')
  .min(0, 'Must not be negative')
  .max(1_000_000, 'Must be at most 1,000,000')
  .refine(isInCents, 'Must have at most two decimals')

/** −1 is no limit. */
const countLimit = z.int('Must be a whole number').min(-1, 'Must not be negative').max(maxCount)
const byteLimit = z.int('Must be a whole number').min(-1, 'Must not be negative').max(maxBytes)
const callLimit = z.int('Must be a whole number').min(1, 'Must be at least 1').max(maxCalls)

export const featureName = z
  .string()
  .regex(/^[A-Za-z][\w.-]{0,49}$/, 'A letter, then letters, digits, dots, - and _')

export const priceRef = z.string().regex(/^[\x21-\x7e]{1,200}$/, 'At most 200 characters without a space')

/** Flags that the plan's offer shows, and `monthly_calls`: API calls of an owner's keys in a month; absent: no limit. */
const features = z
  .record(featureName, z.union([z.boolean(), z.int().min(1).max(maxCalls)]))
  .refine((features) => Object.keys(features).length <= maxFeatures, 'At most 50 features')
  .refine(
    (limits) =>
      Object.entries(limits).every(
        ([name, value]) => (name === 'monthly_calls') === (typeof value === 'number'),
      ),
    'A feature is true or false; only monthly_calls is a number',
  )
  .meta({ examples: [{ monthly_calls: 5_000, sso: true }] })

/** The sandbox has a price of every plan by itself. */
export const priceProviders = providerIds.filter((id) => id !== 'sandbox')

/** What the payment providers call a plan's prices. */
const prices = z
  .array(
    z.object({
      provider: z.enum(priceProviders),
      billing_interval: z.enum(billingIntervals),
      price_ref: priceRef,
    }),
  )
  .max(priceProviders.length * billingIntervals.length)
  .refine(
    (prices) =>
      new Set(prices.map((price) => `${price.provider} ${price.billing_interval}`)).size === prices.length,
    'A provider has one price for each interval',
  )
  .meta({ examples: [[{ provider: 'stripe', billing_interval: 'monthly', price_ref: 'price_1' }]] })
export type PlanPrices = z.output<typeof prices>

const planFields = z
  .object({
    name: z
      .string('Plan name is required')
      .regex(
        /^[a-z][a-z0-9_-]{0,49}$/,
        'Must begin with a lower-case letter and contain lower-case letters, digits, - and _ only',
      ),
    display_name: field.requiredText(limits.nameLength, 'Display name is required'),
    description: field.description,
    price_monthly: price,
    price_yearly: price.nullable().default(null),
    max_projects: countLimit,
    max_collaborators: countLimit,
    max_stored_bytes: byteLimit,
    api_rate_limit_per_hour: callLimit,
    api_rate_limit_per_day: callLimit,
    api_features: features,
    is_active: z.boolean(),
  })
  .meta({ id: 'PlanFields' })

/** A lower limit that accounts exceed can be called off unseen for an hour; then their owners are e-mailed. */
export const lowering = { undoMs: 3_600_000, noticeDays: 14, maxNoticeDays: 365 } as const

/** Who pays already keeps the price for 30 days after an e-mail, which leaves after an hour. */
export const priceNotice = { undoMs: 3_600_000, days: 30 } as const

const plannedLimits = z
  .object({
    /** −1: this limit is not lowered. */
    max_projects: countLimit,
    max_collaborators: countLimit,
    reason: z.string().max(limits.descriptionLength),
    created_at: field.time,
    /** When the e-mails leave. */
    mails_at: field.time,
    applies_at: field.time,
    state: z.enum(['waiting', 'announced', 'called-off']),
  })
  .meta({ id: 'PlannedLimits' })
export type PlannedLimits = z.output<typeof plannedLimits>

const revision = z
  .string()
  .regex(/^[\w-]{22}$/)
  .meta({ examples: ['x6Pz0gVh8QKsW2dJr1bT4A'] })

const planChange = planFields
  .extend({
    max_stored_bytes: byteLimit.default(unlimited),
    /** Every price. Without this field, the prices stay as they are. */
    prices: prices.optional(),
  })
  .meta({ id: 'PlanChange' })
export type PlanChange = z.output<typeof planChange>

const planUpdate = planChange
  .extend({
    /** Without this field, the limit stays as it is. */
    max_stored_bytes: byteLimit.optional(),
    /** Required when accounts use more than a lower limit allows. Without them it holds at once. */
    lowering: z
      .object({
        reason: field
          .requiredLines(maxReasonLength, 'A reason is required')
          .describe('Mailed to the owners.'),
        confirm: field.text(limits.nameLength).describe('The name of the plan.'),
        notice_days: z.int().min(0).max(lowering.maxNoticeDays).default(lowering.noticeDays),
      })
      .optional(),
    /** As read: the change is rejected if the plan has changed since. */
    revision: revision.optional(),
  })
  .meta({ id: 'PlanUpdate' })

export const adminPlan = planFields
  .extend({
    id: field.id,
    price_yearly: price.nullable(),
    /** Accounts that have this plan. */
    users_count: field.count,
    prices,
    /** Lower limits that wait for their day. */
    planned: plannedLimits.nullable(),
    /** Changes with each change of the fields above that an operator sets. */
    revision,
  })
  .meta({ id: 'AdminPlan' })
export type AdminPlan = z.output<typeof adminPlan>

const onePlan = z.object({ plan: adminPlan }).meta({ id: 'AdminPlanResponse' })

export const listAllPlans = operatorEndpoint('GET /admin/subscription-plans', {
  name: 'listAllPlans',
  summary: 'Every plan, also those that are not offered.',
  output: z.object({ plans: z.array(adminPlan).max(maxPlans) }),
})

export const createPlan = operatorEndpoint('POST /admin/subscription-plans', {
  name: 'createPlan',
  summary: 'Create a plan.',
  body: planChange,
  output: onePlan,
  success: 201,
  errors: ['CONFLICT'],
})

/** The list is a sample; `accounts_over` says how many there are. */
export const maxPreviewedAccounts = 50

export const previewPlanChange = operatorEndpoint('GET /admin/subscription-plans/{id}/impact', {
  name: 'previewPlanChange',
  summary: 'Which accounts of a plan use more than these limits allow, and what they would lose.',
  params: z.object({ id: field.pathId }),
  query: z.object({
    max_projects: z.coerce.number<string | number>().pipe(countLimit),
    max_collaborators: z.coerce.number<string | number>().pipe(countLimit),
  }),
  output: z.object({
    /** Accounts that use more than a lowered limit. */
    accounts_over: field.count,
    /** Those of them whose grace period would begin. */
    grace_periods: field.count,
    /** The first of them, by id. */
    accounts: z
      .array(
        z.object({
          id: field.id,
          username: z.string().max(limits.nameLength),
          projects: field.count,
          collaborators: field.count,
          enters_grace: z.boolean(),
        }),
      )
      .max(maxPreviewedAccounts),
  }),
  errors: ['NOT_FOUND'],
})

export const updatePlan = operatorEndpoint('PUT /admin/subscription-plans/{id}', {
  name: 'updatePlan',
  summary:
    'Change a plan. Limits hold at once, but a lower one that accounts exceed waits: for an hour, and the days of notice. Subscriptions keep the price that they began with.',
  params: z.object({ id: field.pathId }),
  body: planUpdate,
  output: onePlan,
  errors: ['NOT_FOUND', 'CONFLICT'],
})

export const callOffPlannedLimits = operatorEndpoint('DELETE /admin/subscription-plans/{id}/planned-limits', {
  name: 'callOffPlannedLimits',
  summary: 'Call off lower limits that wait. Accounts that were e-mailed about them are e-mailed again.',
  params: z.object({ id: field.pathId }),
  output: field.message,
  errors: ['NOT_FOUND', 'CONFLICT'],
})

export const deletePlan = operatorEndpoint('DELETE /admin/subscription-plans/{id}', {
  name: 'deletePlan',
  summary: 'Delete a plan that no account has and no subscription sells.',
  params: z.object({ id: field.pathId }),
  output: field.message,
  errors: ['NOT_FOUND', 'CONFLICT'],
})
