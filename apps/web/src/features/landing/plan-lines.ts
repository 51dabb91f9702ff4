import type { Plan } from '@envhold/contract/plans.ts'
import { unlimited } from '@envhold/contract/plans.ts'

const countText = (count: number, one: string, many: string) =>
  count === unlimited ? `Unlimited ${many}` : `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`

/** What a plan allows, line by line; nothing that its data does not say. */
export function planLines(plan: Plan): readonly string[] {
  const { monthly_calls } = plan.api_features
  return [
    countText(plan.max_projects, 'project', 'projects'),
    countText(plan.max_collaborators, 'collaborator', 'collaborators'),
    monthly_calls === undefined
      ? 'API calls without a monthly limit'
      : `${countText(monthly_calls, 'API call', 'API calls')} per month`,
    `${countText(plan.api_rate_limit_per_hour, 'API call', 'API calls')} per hour and key`,
  ]
}

/** What paying by the year saves against twelve months. */
export const yearlySaving = (plan: Plan) =>
  plan.price_yearly === null ? 0 : 12 * plan.price_monthly - plan.price_yearly
