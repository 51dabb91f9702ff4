import { expect, it } from 'vitest'
import { planLines, priceText, yearlySaving } from './plan-offers.ts'
import { startingOffers } from './starting-offers.ts'

const [free, pro] = startingOffers

it('says what the free plan allows', () => {
  expect(planLines(free)).toEqual([
    '1 project',
    '2 collaborators',
    '50 MB of storage',
    '1,000 API calls per month',
    '100 API calls per hour and key',
  ])
})

it('says where there is no limit', () => {
  expect(planLines({ ...pro, max_stored_bytes: -1, api_rate_limit_per_hour: -1 })).toEqual([
    'Unlimited projects',
    'Unlimited collaborators',
    'Unlimited storage',
    'API calls without a monthly limit',
    'API calls without an hourly limit',
  ])
})

it('names the features that are on', () => {
  const features = { priority_support: true, SSO: true, beta: false }
  expect(planLines({ ...pro, features }).slice(5)).toEqual(['Priority support', 'SSO'])
})

it('computes what a year saves', () => {
  expect(yearlySaving(pro)).toBe(10)
  expect(yearlySaving({ price_monthly: 4.99, price_yearly: 49.9 })).toBe(9.98)
  expect(yearlySaving({ ...pro, price_yearly: null })).toBe(0)
})

it.each([
  [0, '$0'],
  [5, '$5'],
  [4.5, '$4.50'],
  [1_200, '$1,200'],
])('a price of %d is %s', (price, text) => expect(priceText(price)).toBe(text))
