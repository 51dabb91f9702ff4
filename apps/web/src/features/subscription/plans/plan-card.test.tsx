import type { BillingInterval } from '@envhold/contract/billing/payments.ts'
import type { PlanOffer } from '@envhold/contract/billing/plan-offers.ts'
import { recommendedOf } from '@envhold/contract/billing/plans.ts'
import { startingOffers } from '@envhold/contract/billing/starting-offers.ts'
import type { Subscription } from '@envhold/contract/billing/subscription.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { isForSale, PlanCard, priceOf, shownPlans } from './plan-card.tsx'

const [free, pro] = startingOffers
const recommended = recommendedOf(startingOffers)

const textOf = (plan: (typeof startingOffers)[number], interval: BillingInterval, isCurrent = false) =>
  renderToStaticMarkup(
    <PlanCard
      plan={{ id: 1, ...plan }}
      interval={interval}
      isCurrent={isCurrent}
      isRecommended={plan === recommended}
    />,
  )
    .replace(/<[^>]*>/g, ' ')
    .replace(/ +/g, ' ')

it('recommends Pro, and only that', () => {
  expect(textOf(pro, 'monthly')).toContain('RECOMMENDED')
  expect(textOf(free, 'monthly')).not.toContain('RECOMMENDED')
})

it('says the price of the interval, and what a year saves', () => {
  expect(textOf(pro, 'monthly')).toContain(' $5 a month or $50 a year, which saves $10 ')
  expect(textOf(pro, 'yearly')).toContain(' $50 a year saves $10 ')
  expect(textOf({ ...pro, price_yearly: 60 } as never, 'yearly')).not.toContain('saves')
})

it('says which plan the account has', () => {
  expect(textOf(free, 'monthly', true)).toContain('Your plan')
  expect(textOf(free, 'monthly')).not.toContain('Your plan')
  expect(textOf(free, 'yearly')).toContain(' $0 for as long as you like ')
})

describe('shown plans', () => {
  const plans: PlanOffer[] = startingOffers.map((offer, index) => ({ id: index + 1, ...offer }))
  const pro: Subscription = {
    id: 1,
    plan: 'pro',
    plan_display_name: 'Pro',
    status: 'active',
    billing_interval: 'monthly',
    current_period_start: null,
    current_period_end: null,
    cancel_at: null,
    next: null,
    ended_at: null,
    next_payment_attempt: null,
    ends_unpaid_at: null,
    provider: 'stripe',
    test_mode: false,
  }
  const namesOf = (subscription: Subscription | null) =>
    shownPlans(plans, subscription).map(({ name }) => name)

  it('hides the free plan on a paid plan, and only then', () => {
    expect(namesOf(null)).toEqual(['starter', 'pro'])
    expect(namesOf({ ...pro, status: 'pending' })).toEqual(['starter', 'pro'])
    expect(namesOf({ ...pro, status: 'ended' })).toEqual(['starter', 'pro'])
    expect(namesOf(pro)).toEqual(['pro'])
    expect(namesOf({ ...pro, status: 'past_due' })).toEqual(['pro'])
  })

  it('has a price by the month, and by the year where there is one', () => {
    const prices = { price_monthly: 5, price_yearly: 50 }
    expect(priceOf(prices, 'monthly')).toEqual({ interval: 'monthly', price: 5 })
    expect(priceOf(prices, 'yearly')).toEqual({ interval: 'yearly', price: 50 })
    expect(priceOf({ ...prices, price_yearly: null }, 'yearly')).toEqual({ interval: 'monthly', price: 5 })
  })

  it('sells what costs something', () => {
    expect(plans.filter(isForSale).map(({ name }) => name)).toEqual(['pro'])
  })
})
