/** −1 means no limit, in every limit of a plan. */
export const unlimited = -1

/** The owner is told once a month when this much of the month's calls is used, in percent. */
export const callStages = [75, 90, 100] as const
export type CallStage = 0 | (typeof callStages)[number]

/** How long reads continue beyond the month's calls, once a quarter of the calendar (UTC). */
export const callGraceDays = 7

/** The last stage that calls have reached; 0 before the first one, and where there is no limit. */
export const callStage = (calls: number, limit: number): CallStage =>
  limit < 0 ? 0 : (callStages.findLast((percent) => calls * 100 >= limit * percent) ?? 0)

export interface Plan {
  readonly name: string
  readonly display_name: string
  readonly description: string
  readonly price_monthly: number
  readonly price_yearly: number | null
  readonly max_projects: number
  readonly max_collaborators: number
  /** What everything that an account stores may take. */
  readonly max_stored_bytes: number
  readonly api_rate_limit_per_hour: number
  readonly api_rate_limit_per_day: number
  /** Of all API keys of an owner together. */
  readonly max_api_calls_per_month: number
}

/** The plan of accounts that pay for none. */
export const freePlan = 'starter'

/** The plans of a new instance. Later changes are in the database. */
export const startingPlans = [
  {
    name: freePlan,
    display_name: 'Free',
    description: 'For one project and a small team',
    price_monthly: 0,
    price_yearly: 0,
    max_projects: 1,
    max_collaborators: 2,
    max_stored_bytes: 50_000_000,
    api_rate_limit_per_hour: 100,
    api_rate_limit_per_day: 2_400,
    max_api_calls_per_month: 1_000,
  },
  {
    name: 'pro',
    display_name: 'Pro',
    description: 'For teams with many projects',
    price_monthly: 5,
    price_yearly: 50,
    max_projects: unlimited,
    max_collaborators: unlimited,
    max_stored_bytes: 1_000_000_000,
    api_rate_limit_per_hour: 1_000,
    api_rate_limit_per_day: 24_000,
    max_api_calls_per_month: unlimited,
  },
] as const satisfies readonly Plan[]

/**
 * The plan that is offered to those who need more: the cheapest that costs something.
 * @param plans in the order of their prices
 */
export const recommendedOf = <P extends Pick<Plan, 'price_monthly'>>(plans: readonly P[]): P | undefined =>
  plans.find(({ price_monthly }) => price_monthly > 0)
