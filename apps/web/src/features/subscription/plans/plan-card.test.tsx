import type { BillingInterval } from '@envhold/contract/billing/payments.ts'
import { recommendedOf } from '@envhold/contract/billing/plans.ts'
import { startingOffers } from '@envhold/contract/billing/starting-offers.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { PlanCard } from './plan-card.tsx'

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
