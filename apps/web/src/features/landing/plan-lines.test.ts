import { startingPlans } from '@envhold/contract/plans.ts'
import { expect, it } from 'vitest'
import { planLines, yearlySaving } from './plan-lines.ts'

it('says what the free plan allows', () => {
  expect(planLines(startingPlans[0])).toEqual([
    '1 project',
    '2 collaborators',
    '1,000 API calls per month',
    '100 API calls per hour and key',
  ])
})

it('says where there is no limit', () => {
  expect(planLines(startingPlans[1]).slice(0, 3)).toEqual([
    'Unlimited projects',
    'Unlimited collaborators',
    'API calls without a monthly limit',
  ])
})

it('reckons what a year saves', () => {
  expect(yearlySaving(startingPlans[1])).toBe(10)
  expect(yearlySaving({ ...startingPlans[1], price_yearly: null })).toBe(0)
})
