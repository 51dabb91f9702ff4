import type { Plan } from '@envhold/contract/plans.ts'
import { unlimited } from '@envhold/contract/plans.ts'

const countText = (count: number, one: string, many: string) =>
  count === unlimited ? `Unlimited ${many}` : `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`

/** A plan's limits as lines, generated from its data. */
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

/** What yearly payment saves compared to twelve monthly ones. */
export const yearlySaving = (plan: Plan) =>
  plan.price_yearly === null ? 0 : 12 * plan.price_monthly - plan.price_yearly
