import type { PlanOffer } from './plan-offers.ts'
import { type Plan, startingPlans, unlimited } from './plans.ts'

const offerOf = ({ api_features, ...plan }: Plan): Omit<PlanOffer, 'id'> => ({
  name: plan.name,
  display_name: plan.display_name,
  description: plan.description,
  price_monthly: plan.price_monthly,
  price_yearly: plan.price_yearly,
  max_projects: plan.max_projects,
  max_collaborators: plan.max_collaborators,
  max_stored_bytes: plan.max_stored_bytes,
  api_rate_limit_per_hour: plan.api_rate_limit_per_hour,
  max_api_calls_per_month: api_features.monthly_calls ?? unlimited,
  features: {},
})

/** The plans of a new instance, as its server lists them. */
export const startingOffers = [offerOf(startingPlans[0]), offerOf(startingPlans[1])] as const
