/** Plans, as operators edit them. */
import { z } from 'zod'
import * as field from '../fields.ts'
import { limits } from '../limits.ts'
import { billingIntervals, providerIds } from '../payments.ts'
import { operatorEndpoint } from './operator-calls.ts'

/** The public list of plans has room for no more. */
export const maxPlans = 100
const maxFeatures = 50
const maxCount = 1_000_000
const maxCalls = 1_000_000_000

const isInCents = (price: number) => Math.abs(price * 100 - Math.round(price * 100)) < 1e-6
/** In US dollars. */
const price = z
  .number('Must be a price')
  .min(0, 'Must not be negative')
  .max(1_000_000, 'Must be at most 1,000,000')
  .refine(isInCents, 'Must have at most two decimals')

/** −1 is no limit. */
const countLimit = z.int('Must be a whole number').min(-1, 'Must not be negative').max(maxCount)
const callLimit = z.int('Must be a whole number').min(1, 'Must be at least 1').max(maxCalls)

/** Flags that the plan's offer shows, and `monthly_calls`: API calls of an owner's keys in a month; absent: no limit. */
const features = z
  .record(
    z.string().regex(/^[A-Za-z][\w.-]{0,49}$/, 'Not the name of a feature'),
    z.union([z.boolean(), z.int().min(1).max(maxCalls)]),
  )
  .refine((given) => Object.keys(given).length <= maxFeatures, 'At most 50 features')
  .refine(
    (given) =>
      Object.entries(given).every(
        ([name, value]) => (name === 'monthly_calls') === (typeof value === 'number'),
      ),
    'A feature is true or false; only monthly_calls is a number',
  )
  .meta({ examples: [{ monthly_calls: 5_000, sso: true }] })

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
    api_rate_limit_per_hour: callLimit,
    api_rate_limit_per_day: callLimit,
    api_features: features,
    is_active: z.boolean(),
  })
  .meta({ id: 'PlanFields' })
export type PlanFields = z.output<typeof planFields>

export const adminPlan = planFields
  .extend({
    id: field.id,
    price_yearly: price.nullable(),
    /** Accounts that have this plan. */
    users_count: field.count,
    /** What the payment providers call its prices. */
    prices: z
      .array(
        z.object({
          provider: z.enum(providerIds),
          billing_interval: z.enum(billingIntervals),
          price_ref: z.string().max(200),
        }),
      )
      .max(providerIds.length * billingIntervals.length),
  })
  .meta({ id: 'AdminPlan' })
export type AdminPlan = z.output<typeof adminPlan>

const changed = z.object({
  plan: adminPlan,
  /** Accounts whose grace period begins, because they use more than a lowered limit of the free plan. */
  grace_periods: field.count,
})

export const listAllPlans = operatorEndpoint({
  name: 'listAllPlans',
  tag: 'Operator',
  summary: 'Every plan, also those that are not offered.',
  method: 'GET',
  path: '/admin/subscription-plans',
  output: z.object({ plans: z.array(adminPlan).max(maxPlans) }),
  success: 200,
  errors: ['UNAUTHENTICATED', 'FORBIDDEN'],
})

export const createPlan = operatorEndpoint({
  name: 'createPlan',
  tag: 'Operator',
  summary: 'Create a plan.',
  method: 'POST',
  path: '/admin/subscription-plans',
  body: planFields,
  output: z.object({ plan: adminPlan }),
  success: 201,
  errors: ['VALIDATION_FAILED', 'UNAUTHENTICATED', 'FORBIDDEN', 'CONFLICT'],
})

export const previewPlanChange = operatorEndpoint({
  name: 'previewPlanChange',
  tag: 'Operator',
  summary: 'How many accounts of a plan use more than these limits allow.',
  method: 'GET',
  path: '/admin/subscription-plans/{id}/impact',
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
  }),
  success: 200,
  errors: ['VALIDATION_FAILED', 'UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND'],
})

export const updatePlan = operatorEndpoint({
  name: 'updatePlan',
  tag: 'Operator',
  summary: 'Change a plan. Limits hold at once; subscriptions keep the price that they began with.',
  method: 'PUT',
  path: '/admin/subscription-plans/{id}',
  params: z.object({ id: field.pathId }),
  body: planFields,
  output: changed,
  success: 200,
  errors: ['VALIDATION_FAILED', 'UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND'],
})

export const deletePlan = operatorEndpoint({
  name: 'deletePlan',
  tag: 'Operator',
  summary: 'Delete a plan that no account has and no subscription sells.',
  method: 'DELETE',
  path: '/admin/subscription-plans/{id}',
  params: z.object({ id: field.pathId }),
  output: field.message,
  success: 200,
  errors: ['VALIDATION_FAILED', 'UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
})
