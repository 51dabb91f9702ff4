/** What the form of a plan holds, as people type it, and the plan that it stands for. */
import { billingIntervals } from '@envhold/contract/billing/payments.ts'
import { unlimited } from '@envhold/contract/billing/plans.ts'
import {
  type AdminPlan,
  createPlan,
  featureName,
  lowering,
  maxFeatures,
  type PlanChange,
  type PlanPrices,
  priceProviders,
  priceRef,
} from '@envhold/contract/operator/plans.ts'
import { z } from 'zod'

const wordForUnlimited = 'unlimited'
const isUnlimited = (text: string) => text.trim().toLowerCase() === wordForUnlimited

const limitOf = (text: string) => (isUnlimited(text) ? unlimited : numberOf(text))
const textOf = (limit: number) => (limit === unlimited ? wordForUnlimited : String(limit))
/** NaN for what is no number: `Number('')` would be 0. */
const numberOf = (text: string) => (text.trim() === '' ? Number.NaN : Number(text))

const limit = z.string().refine((text) => isUnlimited(text) || /^\s*\d+\s*$/.test(text), {
  message: 'A whole number, or the word unlimited',
})
/** Bytes are typed in megabytes. */
const megabyte = 1_000_000
const megabytes = z.string().refine((text) => isUnlimited(text) || /^\s*\d+(\.\d{1,6})?\s*$/.test(text), {
  message: 'A number of megabytes, or the word unlimited',
})
const whole = z.string().refine((text) => /^\s*[1-9]\d*\s*$/.test(text), {
  message: 'A whole number, at least 1',
})
const price = z.string().refine((text) => /^\s*\d+(\.\d{1,2})?\s*$/.test(text), {
  message: 'A price with at most two decimals',
})

const priceKeys = priceProviders.flatMap((provider) =>
  billingIntervals.map((billing_interval) => ({ provider, billing_interval })),
)
export const priceKey = ({ provider, billing_interval }: Omit<PlanPrices[number], 'price_ref'>) =>
  `${provider}_${billing_interval}` as const

const features = z
  .array(z.object({ name: featureName, on: z.boolean() }))
  .max(maxFeatures)
  .superRefine((features, context) => {
    for (const [index, { name }] of features.entries()) {
      const isTwice = features.findIndex((capability) => capability.name === name) !== index
      const message = name === 'monthly_calls' ? 'Use the field above' : 'This feature is listed twice'
      if (isTwice || name === 'monthly_calls')
        context.addIssue({ code: 'custom', path: [index, 'name'], message })
    }
  })

export const planForm = z.object({
  name: createPlan.body.shape.name,
  display_name: createPlan.body.shape.display_name,
  description: createPlan.body.shape.description,
  price_monthly: price,
  price_yearly: z.union([price, z.string().regex(/^\s*$/)], 'A price with at most two decimals'),
  max_projects: limit,
  max_collaborators: limit,
  max_stored_bytes: megabytes,
  api_rate_limit_per_hour: whole,
  api_rate_limit_per_day: whole,
  monthly_calls: z.union([whole, z.string().refine(isUnlimited)], {
    error: 'A whole number, at least 1, or the word unlimited',
  }),
  features,
  prices: z.record(z.string(), z.union([priceRef, z.literal('')], 'At most 200 characters without a space')),
  is_active: z.boolean(),
  /** Filled if accounts use more than a lower limit allows. */
  lowering: z.object({ reason: z.string(), confirm: z.string(), notice_days: z.string() }),
})
export type PlanForm = z.input<typeof planForm>

const newPlan: PlanForm = {
  name: '',
  display_name: '',
  description: '',
  price_monthly: '0',
  price_yearly: '',
  max_projects: '1',
  max_collaborators: '2',
  max_stored_bytes: '50',
  api_rate_limit_per_hour: '100',
  api_rate_limit_per_day: '2400',
  monthly_calls: wordForUnlimited,
  features: [],
  prices: pricesOf([]),
  is_active: true,
  lowering: { reason: '', confirm: '', notice_days: String(lowering.noticeDays) },
}

function pricesOf(prices: PlanPrices): Record<string, string> {
  const refs = new Map<string, string>(prices.map((price) => [priceKey(price), price.price_ref]))
  return Object.fromEntries(priceKeys.map((key) => [priceKey(key), refs.get(priceKey(key)) ?? '']))
}

export function formOf(plan: AdminPlan | undefined): PlanForm {
  if (!plan) return newPlan
  const { monthly_calls, ...flags } = plan.api_features
  return {
    name: plan.name,
    display_name: plan.display_name,
    description: plan.description,
    price_monthly: String(plan.price_monthly),
    price_yearly: plan.price_yearly === null ? '' : String(plan.price_yearly),
    max_projects: textOf(plan.max_projects),
    max_collaborators: textOf(plan.max_collaborators),
    max_stored_bytes:
      plan.max_stored_bytes === unlimited ? wordForUnlimited : String(plan.max_stored_bytes / megabyte),
    api_rate_limit_per_hour: String(plan.api_rate_limit_per_hour),
    api_rate_limit_per_day: String(plan.api_rate_limit_per_day),
    monthly_calls: typeof monthly_calls === 'number' ? String(monthly_calls) : wordForUnlimited,
    features: Object.entries(flags).map(([name, value]) => ({ name, on: value === true })),
    prices: pricesOf(plan.prices),
    is_active: plan.is_active,
    lowering: newPlan.lowering,
  }
}

type TypedPrices = Pick<PlanForm, 'price_monthly' | 'price_yearly'>

export const pricesOfForm = ({ price_monthly, price_yearly }: TypedPrices) => ({
  price_monthly: numberOf(price_monthly),
  price_yearly: price_yearly.trim() === '' ? null : numberOf(price_yearly),
})

export function planOfForm(form: PlanForm): PlanChange {
  const { monthly_calls, features: listed, prices, lowering: _, ...fields } = form
  const features = Object.fromEntries(listed.map(({ name, on }) => [name, on]))
  return {
    ...fields,
    ...pricesOfForm(form),
    max_projects: limitOf(form.max_projects),
    max_collaborators: limitOf(form.max_collaborators),
    max_stored_bytes: isUnlimited(form.max_stored_bytes)
      ? unlimited
      : Math.round(numberOf(form.max_stored_bytes) * megabyte),
    api_rate_limit_per_hour: numberOf(form.api_rate_limit_per_hour),
    api_rate_limit_per_day: numberOf(form.api_rate_limit_per_day),
    api_features: isUnlimited(monthly_calls)
      ? features
      : { ...features, monthly_calls: numberOf(monthly_calls) },
    prices: priceKeys.flatMap((key) => {
      const price_ref = prices[priceKey(key)]
      return price_ref ? [{ ...key, price_ref }] : []
    }),
  }
}

/** What confirms lower limits that accounts exceed. */
export const loweringOfForm = ({ lowering: { reason, confirm, notice_days } }: PlanForm) => ({
  reason,
  confirm,
  notice_days: numberOf(notice_days),
})

/** The limits of a form, for a preview; undefined while one of them is not a number. */
export function limitsOfForm({
  max_projects,
  max_collaborators,
}: Pick<PlanForm, 'max_projects' | 'max_collaborators'>) {
  if (!limit.safeParse(max_projects).success || !limit.safeParse(max_collaborators).success) return undefined
  return { max_projects: limitOf(max_projects), max_collaborators: limitOf(max_collaborators) }
}
