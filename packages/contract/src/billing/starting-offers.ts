import type { PlanOffer } from './plan-offers.ts'
import { type Plan, startingPlans } from './plans.ts'

const offerOf = (plan: Plan): Omit<PlanOffer, 'id'> => ({
  name: plan.name,
  display_name: plan.display_name,
  description: plan.description,
  price_monthly: plan.price_monthly,
  price_yearly: plan.price_yearly,
  max_projects: plan.max_projects,
  max_collaborators: plan.max_collaborators,
  max_stored_bytes: plan.max_stored_bytes,
  api_rate_limit_per_hour: plan.api_rate_limit_per_hour,
  max_api_calls_per_month: plan.max_api_calls_per_month,
  features: {},
})

/** The plans of a new instance, as its server lists them. */
export const startingOffers = [offerOf(startingPlans[0]), offerOf(startingPlans[1])] as const
