import { type Job, listJobs, previewJob, readJob } from '@envhold/contract/operator/jobs.ts'
import {
  cleanUpExpired,
  cleanUpExpiredSubscriptions,
  readArchivesStats,
  readSubscriptionCleanupStats,
} from '@envhold/contract/operator/start-jobs.ts'
import { readAdminStats } from '@envhold/contract/operator/statistics.ts'
import { listGracePeriodUsers } from '@envhold/contract/operator/users.ts'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../tests/expect-accessible.ts'
import { type FakeApi, fakeApi } from '../../../tests/fake-api.ts'
import { renderPart } from '../../../tests/render-part.tsx'
import { sampleAccount } from '../../../tests/samples.ts'
import { OperatorContext } from '../operator.ts'
import { SubscriptionCleanup } from './subscription-cleanup.tsx'
import { SystemActions } from './system-actions.tsx'

const at = '2026-11-22T10:00:00.000Z'
const job: Job = {
  id: 7,
  kind: 'cleanup-expired',
  state: 'done',
  reason: 'Monthly cleanup',
  started_by: 'ada',
  processed: 2,
  total: 2,
  failed: 0,
  preview: { users: 2 },
  result: { deletedUsers: 2 },
  error: null,
  created_at: at,
  updated_at: at,
  finished_at: at,
  details: [],
  failures: [],
}
const ended: Job = {
  ...job,
  kind: 'expired-subscriptions',
  result: { usersAffected: 1, finalizedDowngrades: 1, archivedProjectsDeleted: 2 },
  details: [
    {
      username: 'mallory',
      email: 'mallory@example.com',
      oldPlan: 'Pro',
      newPlan: 'Free',
      archivedProjectsDeleted: 2,
      error: null,
    },
  ],
}
const user = { id: 3, username: 'carol', email: 'carol@example.com', grace_ends_at: at }
const jobsOf = (jobs: readonly Job[]) => ({
  jobs: jobs.map(({ details: _, failures: __, ...summary }) => summary),
  pagination: { page: 1, limit: 1, total: jobs.length, pages: jobs.length },
})

let api: FakeApi
beforeEach(() => {
  api = fakeApi()
  api.answers(readArchivesStats, { totalArchivedProjects: 31, usersWithArchives: 18, restorationEligible: 9 })
  api.answers(readSubscriptionCleanupStats, {
    expiredSubscriptionGracePeriods: 2,
    expiringSoon: 4,
    archivedProjectsAffected: 11,
  })
  api.answers(listJobs, jobsOf([]))
})

const open = (permissions: readonly string[] = ['*']) =>
  renderPart(
    <OperatorContext
      value={{ account: sampleAccount(), role: { name: 'R', display_name: 'The role', permissions } }}
    >
      <SystemActions gracePeriod={{ active: 7, expired: 2 }} />
      <SubscriptionCleanup />
    </OperatorContext>,
  )
const previewAnswers = (users: number, names: string[]) =>
  api.answers(previewJob, {
    kind: 'cleanup-expired',
    counts: { users },
    names,
    token: `seen-${users}`,
    expires_at: at,
  })
const button = (name: string) => page.getByRole('button', { name, exact: true })

test('a cleanup shows what it would touch, asks for a reason and a word, and says what it did', async () => {
  previewAnswers(2, ['carol', 'dave'])
  api.rejects(cleanUpExpired, 'CONFLICT')
  await open()
  await expect.element(page.getByText('Action Needed')).toBeVisible()
  await expect.element(page.getByText('7 active, 2 expired user deletion grace periods')).toBeVisible()
  await expect.element(page.getByText('31 archived projects of 18 users, 9 can be restored')).toBeVisible()
  await expectAccessible()
  await button('Cleanup Expired').click()
  await expect.element(page.getByText('Now: 2 users')).toBeVisible()
  await expect.element(page.getByText('carol, dave')).toBeVisible()
  await expect.element(button('Delete Accounts')).toBeDisabled()
  await page.getByLabelText('Reason').fill('Monthly cleanup')
  await page.getByLabelText('Type delete to confirm').fill('delete')
  await expectAccessible()
  // Somebody came back meanwhile: the numbers are fetched again.
  previewAnswers(1, ['carol'])
  await button('Delete Accounts').click()
  await expect.element(page.getByText('Now: 1 user', { exact: true })).toBeVisible()
  api.answers(cleanUpExpired, { message: 'Deleted 2 users', deletedUsers: 2, job })
  await button('Delete Accounts').click()
  await expect.element(page.getByRole('dialog').getByText('Users deleted')).toBeVisible()
  expect(api.sent(cleanUpExpired).map(({ body }) => body)).toEqual([
    { token: 'seen-2', reason: 'Monthly cleanup' },
    { token: 'seen-1', reason: 'Monthly cleanup' },
  ])
  await expectAccessible()
})

test('a cleanup that cannot start says so in the specified words', async () => {
  previewAnswers(2, [])
  api.rejects(cleanUpExpired, 'INTERNAL')
  await open()
  await button('Cleanup Expired').click()
  await page.getByLabelText('Reason').fill('x')
  await page.getByLabelText('Type delete to confirm').fill('delete')
  await button('Delete Accounts').click()
  await expect.element(page.getByText(/^Error during cleanup of expired accounts/)).toBeVisible()
})

test('the users in grace are listed, and the count of the card is verified', async () => {
  api.answers(listGracePeriodUsers, { gracePeriodUsers: [], total: 0 })
  api.rejects(readAdminStats, 'INTERNAL')
  await open()
  await button('View Users').click()
  await expect.element(page.getByText('No users in deletion grace period found.')).toBeVisible()
  await button('Close').click()
  api.answers(listGracePeriodUsers, { gracePeriodUsers: [user], total: 7 })
  await button('View Users').click()
  await expect.element(page.getByText('carol@example.com')).toBeVisible()
  await expect.element(page.getByText('The first 1 of 7.')).toBeVisible()
  await button('Close').click()
  const verify = async (active: number) => {
    api.answers(readAdminStats, {
      totalUsers: 9,
      gracePeriod: { active, expired: 2 },
      statusBreakdown: { ACTIVE: 1, PENDING: 0, INACTIVE: 9, SUSPENDED: 0 },
      subscriptionStats: {
        activeSubscriptionUsers: 0,
        canceledSubscriptionUsers: 0,
        monthlyRevenue: 0,
        activeSubscriptionsByPlan: {},
        canceledSubscriptionsByPlan: {},
        planDisplayNames: {},
      },
      recentSuspensions: [],
    })
    await button('Verify Count').click()
  }
  await verify(7)
  await expect.element(page.getByText('The card and the list agree.')).toBeVisible()
  await expectAccessible()
  await button('Close').click()
  await verify(6)
  await expect.element(page.getByText(/The card and the list do not agree/)).toBeVisible()
})

test('expired subscriptions are processed after a confirmation in the card', async () => {
  api.answers(previewJob, {
    kind: 'expired-subscriptions',
    counts: { users: 1, projects: 2 },
    names: ['mallory'],
    token: 'seen',
    expires_at: at,
  })
  await open()
  await button('Process Expired Subscriptions').click()
  await expect.element(page.getByText('Now: 1 user, 2 projects')).toBeVisible()
  await button('Cancel').click()
  await button('Process Expired Subscriptions').click()
  await page.getByLabelText('Reason').fill('Monthly cleanup')
  await page.getByLabelText('Type cleanup to confirm').fill('cleanup')
  await expectAccessible()
  api.answers(listJobs, jobsOf([ended]))
  api.answers(readJob, { job: ended })
  api.answers(cleanUpExpiredSubscriptions, {
    message: 'Processed 1 user',
    processedUsers: 1,
    finalizedDowngrades: 1,
    archivedProjectsDeleted: 2,
    details: [],
    job: ended,
  })
  await button('Confirm Cleanup').click()
  await expect.element(page.getByText('Last Cleanup Results')).toBeVisible()
  await expect.element(page.getByText('Processed 1 user')).toBeVisible()
  await expect.element(page.getByText('Pro → Free · 2 archived projects deleted')).toBeVisible()
  await expectAccessible()
})

test('a cleanup of subscriptions that fails shows zero counts', async () => {
  api.answers(previewJob, {
    kind: 'expired-subscriptions',
    counts: { users: 1, projects: 0 },
    names: [],
    token: 'seen',
    expires_at: at,
  })
  api.rejects(cleanUpExpiredSubscriptions, 'INTERNAL')
  await open()
  await button('Process Expired Subscriptions').click()
  await page.getByLabelText('Reason').fill('x')
  await page.getByLabelText('Type cleanup to confirm').fill('cleanup')
  await button('Confirm Cleanup').click()
  await expect.element(page.getByText('Cleanup failed')).toBeVisible()
})

test('nothing to process disables the button', async () => {
  api.answers(readSubscriptionCleanupStats, {
    expiredSubscriptionGracePeriods: 0,
    expiringSoon: 0,
    archivedProjectsAffected: 0,
  })
  await open()
  await expect.element(button('Process Expired Subscriptions')).toBeDisabled()
})

test('who may only read has no button that starts something', async () => {
  await open(['admin.stats'])
  await expect.element(page.getByText('31 archived projects of 18 users, 9 can be restored')).toBeVisible()
  const names = page
    .getByRole('button')
    .elements()
    .map(({ textContent }) => textContent)
  expect(names).toEqual(['View Stats', 'Refresh Stats'])
})
