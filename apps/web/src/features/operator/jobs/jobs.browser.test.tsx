import { type Job, listJobs, readJob, resumeJob, stopJob } from '@envhold/contract/operator/jobs.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../tests/expect-accessible.ts'
import { fakeApi } from '../../../tests/fake-api.ts'
import { renderPart } from '../../../tests/render-part.tsx'
import { sampleAccount } from '../../../tests/samples.ts'
import { OperatorContext } from '../operator.ts'
import { JobsPage } from './jobs-page.tsx'

const at = '2026-11-22T10:00:00.000Z'
const running: Job = {
  id: 7,
  kind: 'expired-subscriptions',
  state: 'running',
  reason: 'Monthly cleanup',
  started_by: 'ada',
  processed: 40,
  total: 100,
  failed: 1,
  preview: { users: 100, projects: 3 },
  result: { usersAffected: 39, finalizedDowngrades: 30, archivedProjectsDeleted: 2 },
  error: null,
  created_at: at,
  updated_at: at,
  finished_at: null,
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
  failures: [
    {
      item: 'trent',
      email: 'trent@example.com',
      message: 'Something went wrong on the server. Try again, or report it with the request ID.',
    },
  ],
}
const listed = (jobs: readonly Job[]) => {
  const summaries = jobs.map(({ details: _, failures: __, ...summary }) => summary)
  return {
    jobs: summaries,
    pagination: { page: 1, limit: 20, total: jobs.length, pages: jobs.length === 0 ? 0 : 1 },
  }
}

const open = (permissions: readonly string[] = ['*'], path = '/') =>
  renderPart(
    <OperatorContext
      value={{ account: sampleAccount(), role: { name: 'R', display_name: 'The role', permissions } }}
    >
      <JobsPage />
    </OperatorContext>,
    { path },
  )

test('a page whose last job is no longer listed is replaced by the last page', async () => {
  const api = fakeApi()
  const pagination = { limit: 20, total: 1, pages: 1 }
  api.answers(listJobs, ({ query }) =>
    query.page === '1'
      ? { ...listed([running]), pagination: { ...pagination, page: 1 } }
      : { jobs: [], pagination: { ...pagination, page: 2 } },
  )
  const { location } = await open(['*'], '/jobs?page=2')
  await expect.element(page.getByText('40 of 100 · 1 failed')).toBeVisible()
  expect(location()).toBe('/jobs')
})

test('a running job shows its progress, is stopped, and is resumed', async () => {
  const api = fakeApi()
  api.answers(listJobs, listed([running]))
  api.answers(stopJob, { job: { ...running, state: 'stopped' } })
  api.answers(resumeJob, { job: running })
  await open()
  await expect.element(page.getByText('40 of 100 · 1 failed')).toBeVisible()
  await expectAccessible()
  api.answers(listJobs, listed([{ ...running, state: 'stopped' }]))
  await page.getByRole('button', { name: 'Stop Process Expired Subscriptions' }).click()
  await page.getByRole('button', { name: 'Resume Process Expired Subscriptions' }).click()
  await expect.poll(() => api.sent(resumeJob).length).toBe(1)
  expect(api.sent(stopJob)).toHaveLength(1)
})

test('a stopped job is resumed only by those who may start it', async () => {
  const api = fakeApi()
  const stopped = { ...running, state: 'stopped' } as const
  api.answers(listJobs, listed([stopped, { ...stopped, id: 2, kind: 'grant-plan' }]))
  await open(['admin.stats', 'admin.cleanup'])
  await expect
    .element(page.getByRole('button', { name: 'Resume Process Expired Subscriptions' }))
    .toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Resume Give a Plan' })).not.toBeInTheDocument()
})

test('an act on users is resumed only by the operator who started it', async () => {
  const api = fakeApi()
  const act = { ...running, state: 'stopped', kind: 'grant-plan' } as const
  api.answers(listJobs, listed([act, { ...act, id: 2, started_by: 'mallory' }]))
  await open()
  await expect.element(page.getByText('Only mallory can resume this')).toBeVisible()
  expect(page.getByRole('button', { name: 'Resume Give a Plan' }).elements()).toHaveLength(1)
})

test('a job opens with its result, account by account, and with what failed', async () => {
  const api = fakeApi()
  api.answers(listJobs, listed([running]))
  api.answers(readJob, { job: { ...running, state: 'done', finished_at: at } })
  await open()
  await page.getByRole('button', { name: 'Process Expired Subscriptions', exact: true }).click()
  const drawer = page.getByRole('dialog')
  await expect.element(drawer.getByText('Monthly cleanup')).toBeVisible()
  await expect.element(drawer.getByText('100 users, 3 projects')).toBeVisible()
  await expect.element(drawer.getByText('Pro → Free · 2 archived projects deleted')).toBeVisible()
  await expect.element(drawer.getByText('trent@example.com')).toBeVisible()
  await expect
    .element(
      drawer.getByText('Something went wrong on the server. Try again, or report it with the request ID.'),
    )
    .toBeVisible()
  await expectAccessible()
})

test('who may only read sees no buttons, and an empty list says where jobs come from', async () => {
  const api = fakeApi()
  api.answers(listJobs, listed([running]))
  await open(['admin.stats'])
  await expect.element(page.getByText('40 of 100')).toBeVisible()
  expect(page.getByRole('button', { name: /^Stop/ }).elements()).toEqual([])
  api.answers(listJobs, listed([]))
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect.element(page.getByText('No jobs found')).toBeVisible()
  await page.getByRole('combobox', { name: 'State' }).selectOptions('Failed')
  await expect.element(page.getByText('Try adjusting your filter criteria.')).toBeVisible()
})
