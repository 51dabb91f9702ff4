import type { Compliance } from '@envhold/contract/archive/compliance.ts'
import { expect, test } from 'vitest'
import { gracePeriodOf, hasTooManyProjects } from './use-grace-period.ts'

const now = Date.parse('2026-03-01T10:00:00.000Z')
const compliance: Compliance = {
  compliant: false,
  inGracePeriod: true,
  gracePeriodEnd: '2026-03-31T10:00:00.000Z',
  action: 'archive_projects',
  maxProjects: 1,
  maxCollaborators: 2,
  pendingPlanName: 'Free',
  archivedProjects: 0,
  projectCount: 3,
  collaboratorCount: 5,
  keep: [],
  toArchive: [2, 3],
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
  const unlimited = { ...compliance, maxProjects: -1, maxCollaborators: -1, pendingPlanName: null }
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
])('%s is no grace period', (_, given) => {
  expect(gracePeriodOf(given, now)).toMatchObject({ isActive: false })
  expect(hasTooManyProjects(given)).toBe(false)
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
])('creation is blocked while projects are too many', (given, expected) => {
  expect(hasTooManyProjects(given)).toBe(expected)
})
