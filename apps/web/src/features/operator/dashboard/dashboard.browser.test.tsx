import { readAccountSecurity } from '@envhold/contract/accounts/account-security.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { readSubscriptionCleanupStats } from '@envhold/contract/operator/start-jobs.ts'
import { readAdminStats, readRoleStats } from '@envhold/contract/operator/statistics.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../tests/expect-accessible.ts'
import { fakeApi } from '../../../tests/fake-api.ts'
import { renderPart } from '../../../tests/render-part.tsx'
import { sampleAccount } from '../../../tests/samples.ts'
import { OperatorContext } from '../operator.ts'
import { DashboardPage } from './dashboard-page.tsx'

const empty: OutputOf<typeof readAdminStats> = {
  totalUsers: 1_284,
  gracePeriod: { active: 7, expired: 2 },
  statusBreakdown: { ACTIVE: 1_241, PENDING: 12, INACTIVE: 28, SUSPENDED: 3 },
  subscriptionStats: {
    activeSubscriptionUsers: 0,
    canceledSubscriptionUsers: 0,
    monthlyRevenue: 0,
    activeSubscriptionsByPlan: {},
    canceledSubscriptionsByPlan: {},
    planDisplayNames: {},
  },
  recentSuspensions: [],
}
const roles: OutputOf<typeof readRoleStats> = {
  totalRoles: 4,
  roleDistribution: [
    { name: 'USER', displayName: 'User', isSystemRole: true, userCount: 1_276 },
    { name: 'SUPPORT', displayName: 'Support', isSystemRole: false, userCount: 1 },
  ],
}
const subscribed: OutputOf<typeof readAdminStats> = {
  ...empty,
  subscriptionStats: {
    activeSubscriptionUsers: 412,
    canceledSubscriptionUsers: 26,
    monthlyRevenue: 2_059.6,
    activeSubscriptionsByPlan: { pro: 409, enterprise: 3 },
    canceledSubscriptionsByPlan: { pro: 26 },
    planDisplayNames: { pro: 'Pro', enterprise: 'Enterprise' },
  },
  recentSuspensions: [
    {
      id: 7,
      username: 'mallory',
      suspendedReason: 'Keys shared in public',
      suspendedBy: 'ada',
      suspendedAt: '2026-11-26T09:00:00.000Z',
    },
    {
      id: 8,
      username: 'trent',
      suspendedReason: 'Chargeback',
      suspendedBy: null,
      suspendedAt: '2026-11-19T09:00:00.000Z',
    },
  ],
}

const open = (permissions: readonly string[] = ['*']) =>
  renderPart(
    <OperatorContext
      value={{ account: sampleAccount(), role: { name: 'R', display_name: 'The role', permissions } }}
    >
      <DashboardPage />
    </OperatorContext>,
  )
const begin = (stats: OutputOf<typeof readAdminStats>) => {
  const api = fakeApi()
  api.answers(readAdminStats, stats)
  api.answers(readRoleStats, roles)
  return api
}

test('the six figures, the panels and who was suspended are shown', async () => {
  begin(subscribed)
  await open()
  await expect.element(page.getByText('$2,060')).toBeVisible()
  const figures = page.getByText('Total Users').element().closest('dl')?.querySelectorAll('div')
  expect([...(figures ?? [])].map(({ textContent }) => textContent)).toEqual([
    'Total Users1,284',
    'Total Roles4',
    'Grace Period7',
    'Suspended3',
    'Active Users412',
    'Monthly Revenue$2,060',
  ])
  await expect.element(page.getByRole('row', { name: 'Pro 409 26' })).toBeVisible()
  await expect.element(page.getByRole('row', { name: 'Enterprise 3 –' })).toBeVisible()
  await expect.element(page.getByText('System', { exact: true })).toBeVisible()
  await expect.element(page.getByText('Keys shared in public, by ada')).toBeVisible()
  await expect.element(page.getByText('Chargeback, by a command on the server')).toBeVisible()
  await expect.element(page.getByText(/^Updated \d\d:\d\d:\d\d$/)).toBeVisible()
  expect(document.title).toBe('Admin Dashboard – Envhold Admin')
  await expectAccessible()
})

test('what an instance does not have yet is said, and Refresh fetches again', async () => {
  const api = begin(empty)
  await open()
  for (const text of ['No active subscriptions', 'No canceled subscriptions', 'No recent suspensions'])
    await expect.element(page.getByText(text)).toBeVisible()
  api.answers(readAdminStats, subscribed)
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  await expect.element(page.getByText('mallory')).toBeVisible()
  expect(page.getByText('No active subscriptions').elements()).toEqual([])
})

test('a role without the figures reads what it allows instead, and nothing is asked for', async () => {
  const api = begin(subscribed)
  api.rejects(readAccountSecurity, 'INTERNAL')
  await open(['user.read'])
  await expect.element(page.getByText('The role')).toBeVisible()
  await expect.element(page.getByText('user.read')).toBeVisible()
  expect(api.sent(readAdminStats)).toEqual([])
  await expectAccessible()
})

test('nothing moves when the figures of the subscription cleanup arrive', async () => {
  const answer = begin(empty).holds(readSubscriptionCleanupStats)
  await open()
  const below = page.getByText('No recent suspensions')
  await expect.element(below).toBeVisible()
  const topOf = () => below.element().getBoundingClientRect().top
  const before = topOf()
  answer({ expiredSubscriptionGracePeriods: 0, expiringSoon: 3, archivedProjectsAffected: 1 })
  await expect.element(page.getByText('Expiring Soon (7 days)')).toBeVisible()
  expect(topOf()).toBe(before)
})
