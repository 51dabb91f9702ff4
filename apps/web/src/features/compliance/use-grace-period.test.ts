import type { Compliance } from '@envhold/contract/archive/compliance.ts'
import { expect, test } from 'vitest'
import { gracePeriodOf, graceTime, hasTooManyProjects } from './use-grace-period.ts'

const now = Date.parse('2026-03-01T10:00:00.000Z')
const compliance: Compliance = {
  compliant: false,
  inGracePeriod: true,
  gracePeriodEnd: '2026-03-31T10:00:00.000Z',
  action: 'archive_projects',
  maxProjects: 1,
  maxCollaborators: 2,
  pendingPlanName: 'Starter Plan',
  pendingPlanDisplayName: 'Free',
  archivedProjects: 0,
  projectCount: 3,
  collaboratorCount: 5,
  keep: [],
  toArchive: [2, 3],
  keepPeople: [],
  toPause: [],
}

test('counts what is too many for the next plan', () => {
  expect(gracePeriodOf(compliance, now)).toEqual({
    isActive: true,
    days: 30,
    isUrgent: false,
    text: '30 days left',
    end: '2026-03-31T10:00:00.000Z',
    planName: 'Free',
    maxProjects: 1,
    excessProjects: 2,
    excessPeople: 3,
  })
})

test('without a limit nothing is too many, and the plan has a name without one', () => {
  const unlimited = { ...compliance, maxProjects: -1, maxCollaborators: -1, pendingPlanDisplayName: null }
  expect(gracePeriodOf(unlimited, now)).toMatchObject({
    planName: 'Starter Plan',
    excessProjects: 0,
    excessPeople: 0,
  })
})

test.each([
  ['no status', null],
  ['not loaded', undefined],
  ['not in grace', { ...compliance, inGracePeriod: false }],
  ['no end', { ...compliance, gracePeriodEnd: null }],
])('%s is no grace period', (_, compliance) => {
  expect(gracePeriodOf(compliance, now)).toMatchObject({ isActive: false })
  expect(hasTooManyProjects(compliance)).toBe(false)
})

test('a missing status has the defaults', () => {
  expect(gracePeriodOf(null, now)).toEqual({
    isActive: false,
    days: 0,
    isUrgent: false,
    text: '',
    end: '',
    planName: 'Starter Plan',
    maxProjects: 1,
    excessProjects: 0,
    excessPeople: 0,
  })
})

test.each([
  [compliance, true],
  [{ ...compliance, compliant: true, action: null }, false],
  [{ ...compliance, action: 'upgrade_required' as const }, false],
])('creation is blocked while projects are too many', (compliance, expected) => {
  expect(hasTooManyProjects(compliance)).toBe(expected)
})

const hour = 3_600_000
const day = 24 * hour

const at = (leftMs: number) => graceTime(new Date(now + leftMs).toISOString(), now)

test.each([
  [30 * day, 30, false, '30 days left'],
  [3 * day + 1, 4, false, '4 days left'],
  [3 * day, 3, true, '3 days left'],
  [day + 1, 2, true, '2 days left'],
  [day, 1, true, '24 hours left'],
  [23 * hour + 1, 1, true, '24 hours left'],
  [hour, 1, true, '1 hour left'],
  [1, 1, true, '1 hour left'],
  [0, 0, true, 'Expired'],
  [-day, 0, true, 'Expired'],
])('%i ms before the end: %i days, urgent %s, %s', (leftMs, days, isUrgent, text) => {
  expect(at(leftMs)).toEqual({ days, isUrgent, text })
})
