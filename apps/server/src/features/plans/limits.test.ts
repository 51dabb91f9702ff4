import { type Plan, startingPlans } from '@envhold/contract/billing/plans.ts'
import { expect, test } from 'vitest'
import { limitStatus, requireRoom } from './limits.ts'

const [starter, pro] = startingPlans
const five: Plan = { ...starter, max_projects: 5 }

test.each([
  [0, { remaining: 5, atLimit: false, nearLimit: false }],
  [3, { remaining: 2, atLimit: false, nearLimit: false }],
  [4, { remaining: 1, atLimit: false, nearLimit: true }],
  [5, { remaining: 0, atLimit: true, nearLimit: true }],
  [7, { remaining: 0, atLimit: true, nearLimit: true }],
])('with %i of 5', (current, expected) => {
  expect(limitStatus(five, 'projects', current)).toEqual({ current, max: 5, unlimited: false, ...expected })
})

test('a plan without a limit is never near it', () => {
  expect(limitStatus(pro, 'collaborators', 1_000)).toEqual({
    current: 1_000,
    max: -1,
    remaining: -1,
    unlimited: true,
    atLimit: false,
    nearLimit: false,
  })
  expect(() => requireRoom(pro, 'projects', 1_000)).not.toThrow()
})

test('rejects one more at the limit, and names the limit', () => {
  expect(() => requireRoom(starter, 'projects', 0)).not.toThrow()
  expect(() => requireRoom(starter, 'projects', 1)).toThrow('The Free plan allows 1 project.')
  expect(() => requireRoom(starter, 'collaborators', 2)).toThrow('Collaborator limit reached (2/2)')
  expect(() => requireRoom(five, 'projects', 5)).toThrow(expect.objectContaining({ code: 'LIMIT_REACHED' }))
})
