import type { BillingInterval } from '@envhold/contract/billing/payments.ts'
import type { PlanOffer } from '@envhold/contract/billing/plan-offers.ts'
import { freePlan } from '@envhold/contract/billing/plans.ts'
import type { Subscription } from '@envhold/contract/billing/subscription.ts'
import { paidSubscription } from '../plan-status.ts'

/** The free plan is no choice for who pays: canceling leads there. */
export const shownPlans = (
  plans: readonly PlanOffer[],
  subscription: Subscription | null,
): readonly PlanOffer[] =>
  paidSubscription(subscription) ? plans.filter(({ name }) => name !== freePlan) : plans

export interface Price {
  readonly interval: BillingInterval
  readonly price: number
}

/** By the year only where there is a yearly price. */
export const priceOf = (
  { price_monthly, price_yearly }: Pick<PlanOffer, 'price_monthly' | 'price_yearly'>,
  wanted: BillingInterval,
): Price =>
  wanted === 'yearly' && price_yearly !== null
    ? { interval: 'yearly', price: price_yearly }
    : { interval: 'monthly', price: price_monthly }

/** Whether a plan can be bought: one that costs nothing is had by canceling. */
export const isForSale = ({ name, price_monthly }: PlanOffer): boolean =>
  name !== freePlan && price_monthly > 0
