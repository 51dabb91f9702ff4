import { formatBytes } from '../format-bytes.ts'
import type { PlanOffer } from './plan-offers.ts'
import { unlimited } from './plans.ts'

const countText = (count: number, one: string, many: string) =>
  count === unlimited ? `Unlimited ${many}` : `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`

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
    countText(plan.max_projects, 'project', 'projects'),
    countText(plan.max_collaborators, 'collaborator', 'collaborators'),
    storageLine(plan.max_stored_bytes),
    max_api_calls_per_month === unlimited
      ? 'API calls without a monthly limit'
      : `${countText(max_api_calls_per_month, 'API call', 'API calls')} per month`,
    api_rate_limit_per_hour === unlimited
      ? 'API calls without an hourly limit'
      : `${countText(api_rate_limit_per_hour, 'API call', 'API calls')} per hour and key`,
    ...Object.entries(features).flatMap(([name, isOn]) => (isOn ? [featureText(name)] : [])),
  ]
}

/** What yearly payment saves compared to twelve monthly ones; 0 without a yearly price. */
export const yearlySaving = ({
  price_monthly,
  price_yearly,
}: Pick<PlanOffer, 'price_monthly' | 'price_yearly'>) =>
  price_yearly === null ? 0 : Math.round((12 * price_monthly - price_yearly) * 100) / 100
