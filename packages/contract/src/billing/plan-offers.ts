/** The plans that can be chosen, as everybody may read them. */
import { z } from 'zod'
import { endpointsOf } from '../endpoint.ts'
import * as field from '../fields.ts'
import { formatCount } from '../format-count.ts'
import { formatBytes, limits } from '../limits.ts'
import { providerIds } from './payments.ts'
import { unlimited } from './plans.ts'

const endpoint = endpointsOf('Subscription')

/** A limit of a plan; −1 is none. */
export const planLimit = z.int().min(-1)
/** In the currency of the plans, US dollars, with cents as decimals. */
const price = z.number().nonnegative()

export const planOffer = z
  .object({
    id: field.id,
    name: z.string().max(limits.nameLength),
    display_name: z.string().max(limits.nameLength),
    description: z.string().max(limits.descriptionLength),
    price_monthly: price,
    price_yearly: price.nullable(),
    max_projects: planLimit,
    max_collaborators: planLimit,
    max_stored_bytes: planLimit,
    api_rate_limit_per_hour: planLimit,
    /** −1 is no limit. */
    max_api_calls_per_month: planLimit,
    features: z.record(z.string().max(limits.nameLength), z.boolean()),
  })
  .meta({ id: 'PlanOffer' })
export type PlanOffer = z.output<typeof planOffer>

export const listPlans = endpoint('GET /subscriptions/plans', {
  name: 'listPlans',
  summary: 'The plans that can be chosen, and the providers that take payments for them.',
  audience: 'anyone',
  output: z.object({
    plans: z.array(planOffer).max(100),
    providers: z
      .array(z.object({ id: z.enum(providerIds), display_name: z.string().max(limits.nameLength) }))
      .max(providerIds.length),
    /** Null while nobody can pay. */
    default_provider: z.enum(providerIds).nullable(),
    test_mode: z.boolean(),
  }),
})

const formatLimit = (count: number, noun: string, many: string) =>
  count === unlimited ? `Unlimited ${many}` : formatCount(count, noun, many)

/** How much a plan stores, as people read it. */
export const storageLine = (bytes: number) =>
  bytes === unlimited ? 'Unlimited storage' : `${formatBytes(bytes)} of storage`

type Limits = Pick<
  PlanOffer,
  | 'max_projects'
  | 'max_collaborators'
  | 'max_stored_bytes'
  | 'max_api_calls_per_month'
  | 'api_rate_limit_per_hour'
  | 'features'
>

/** `priority_support` as people read it. Only the first letter is changed: `SSO` stays. */
const featureText = (name: string) => {
  const words = name.replace(/[._-]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** A plan's limits, and its features that are on, as lines, generated from its data. */
export function planLines(plan: Limits): readonly string[] {
  const { max_api_calls_per_month, api_rate_limit_per_hour, features } = plan
  return [
    formatLimit(plan.max_projects, 'project', 'projects'),
    formatLimit(plan.max_collaborators, 'collaborator', 'collaborators'),
    storageLine(plan.max_stored_bytes),
    max_api_calls_per_month === unlimited
      ? 'API calls without a monthly limit'
      : `${formatLimit(max_api_calls_per_month, 'API call', 'API calls')} per month`,
    api_rate_limit_per_hour === unlimited
      ? 'API calls without an hourly limit'
      : `${formatLimit(api_rate_limit_per_hour, 'API call', 'API calls')} per hour and key`,
    ...Object.entries(features).flatMap(([name, isOn]) => (isOn ? [featureText(name)] : [])),
  ]
}

/** What yearly payment saves compared to twelve monthly ones; 0 without a yearly price. */
export const yearlySaving = ({
  price_monthly,
  price_yearly,
}: Pick<PlanOffer, 'price_monthly' | 'price_yearly'>) =>
  price_yearly === null ? 0 : Math.round((12 * price_monthly - price_yearly) * 100) / 100

/** A price of a plan, in US dollars: '$5', '$4.50'. */
export const priceText = (dollars: number): string =>
  new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: 'USD',
    ...(Number.isInteger(dollars) && { maximumFractionDigits: 0 }),
  }).format(dollars)
