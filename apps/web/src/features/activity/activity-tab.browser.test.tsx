import {
  type ActivityLog,
  exportActivityLogs,
  listActivityLogs,
} from '@envhold/contract/activity/activity.ts'
import { listProjects } from '@envhold/contract/projects/projects.ts'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../tests/expect-accessible.ts'
import { fakeApi } from '../../tests/fake-api.ts'
import { renderPart } from '../../tests/render-part.tsx'
import { changedSearch } from './activity-page.tsx'
import type { ActivitySearch } from './activity-search.ts'
import { ActivityTab } from './activity-tab.tsx'

const log: ActivityLog = {
  id: 7,
  event_type: 'variables_read',
  category: 'project_changes',
  severity: 'low',
  description: 'Read "production"',
  created_at: new Date().toISOString(),
  project_id: null,
  project_name: null,
  user_email: 'ada@example.com',
  ip_address: '10.0.0.1',
}
const pagination = (total: number) => ({
  page: 1,
  limit: 20,
  offset: 0,
  total,
  totalPages: total,
  hasNext: false,
  hasPrev: false,
})

function Tab({ first }: { first: ActivitySearch }) {
  const [search, setSearch] = useState(first)
  return <ActivityTab search={search} onChange={(change) => setSearch(changedSearch(search, change))} />
}

/** The account has read, and changed nothing. */
const show = async (first: ActivitySearch = {}) => {
  const api = fakeApi()
  api.answers(listProjects, { projects: [] })
  api.answers(listActivityLogs, ({ query }) => {
    const logs = query.filter === 'all' && !query.search ? [log] : []
    return { logs, pagination: pagination(logs.length) }
  })
  api.answers(exportActivityLogs, '[]')
  await renderPart(<Tab first={first} />)
  return api
}
const filters = () =>
  page
    .getByRole('radio')
    .elements()
    .map(({ textContent }) => textContent)

test('changes come first; where there are none, the way to all activities is named', async () => {
  await show()
  await expect.element(page.getByRole('radio', { name: 'Changes' })).toBeChecked()
  expect(filters()).toEqual(['Changes', 'All Activities', 'Security Events'])
  await expect.element(page.getByText('No changes yet')).toBeVisible()
  await expect.element(page.getByText('Nothing changed in the last 30 days.')).toBeVisible()
  await expectAccessible()
  await page.getByRole('button', { name: 'Show all activities' }).click()
  await expect.element(page.getByRole('radio', { name: 'All Activities' })).toBeChecked()
  await expect.element(page.getByText('Read "production"')).toBeVisible()
})

test('a search that finds nothing can be cleared, or widened to all activities', async () => {
  await show({ q: 'twilio' })
  await expect.element(page.getByText('No Activity Found')).toBeVisible()
  await expect
    .element(page.getByText('Nothing matches “twilio” among changes in the last 30 days.'))
    .toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Clear search' })).toBeVisible()
  await page.getByRole('button', { name: 'Show all activities' }).click()
  await expect.element(page.getByText('Nothing matches “twilio” in the last 30 days.')).toBeVisible()
})

test.each([
  [{}, 'changes'],
  [{ filter: 'all' }, 'all'],
  [{ filter: 'security' }, 'security'],
] as const)('with %j, the list and the file ask for %s', async (search, filter) => {
  const api = await show(search)
  await expect.poll(() => api.sent(listActivityLogs).length).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'JSON' }).click()
  await expect.poll(() => api.sent(exportActivityLogs).length).toBe(1)
  for (const { query } of [...api.sent(listActivityLogs), ...api.sent(exportActivityLogs)])
    expect(query.filter).toBe(filter)
})
