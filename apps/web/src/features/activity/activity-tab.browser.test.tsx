import {
  type ActivityLog,
  exportActivityLogs,
  listActivityLogs,
} from '@envhold/contract/activity/activity.ts'
import { listProjects } from '@envhold/contract/projects/projects.ts'
import { useState } from 'react'
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../tests/expect-accessible.ts'
import { fakeApi } from '../../tests/fake-api.ts'
import { renderPart } from '../../tests/render-part.tsx'
import { sampleProject } from '../../tests/samples.ts'
import { changedSearch } from './activity-page.tsx'
import type { ActivitySearch } from './activity-search.ts'
import { ActivityTab, ActivityTable } from './activity-tab.tsx'

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

describe('activity table', () => {
  const noon = new Date()
  noon.setHours(12, 0, 0, 0)
  let id = 100

  const log = (minutesBefore: number, overrides: Partial<ActivityLog> = {}): ActivityLog => ({
    id: id--,
    event_type: 'variable_updated',
    category: 'project_changes',
    severity: 'low',
    description: 'Changed "PORT" in "production"',
    created_at: new Date(noon.getTime() - minutesBefore * 60_000).toISOString(),
    project_id: 7,
    project_name: 'Storefront',
    user_email: 'ada@example.com',
    ip_address: '10.0.0.1',
    ...overrides,
  })
  const read = { event_type: 'variables_read' }
  const logs = [
    log(0),
    log(1, { description: 'Changed "HOST" in "production"' }),
    log(2, { ...read, description: 'Read "production"' }),
    log(3, { ...read, description: 'Read "staging"' }),
    log(4, { event_type: 'api_key_created', severity: 'medium', description: 'Created the API key "CI"' }),
    log(25 * 60, {
      event_type: 'login_failed',
      severity: 'high',
      description: 'Wrong password',
      project_name: null,
    }),
  ]

  const show = async (isNew: (log: ActivityLog) => boolean = () => false) => {
    fakeApi().answers(listProjects, { projects: [sampleProject()] })
    await renderPart(<ActivityTable logs={logs} isNew={isNew} />)
  }
  const line = (name: string | RegExp) => page.getByRole('button', { name })
  const rows = () => page.getByRole('table', { name: 'Activity' }).getByRole('row').elements().length

  test('equal neighbours are one line; days are headings; the badge begins at Medium', async () => {
    await show()
    await expect.element(page.getByText('Today', { exact: true })).toBeVisible()
    await expect.element(page.getByText('Yesterday', { exact: true })).toBeVisible()
    await expect.element(line('Changed "PORT" in "production", and 1 more like this')).toBeVisible()
    await expect.element(line('Read variables of Storefront twice')).toBeVisible()
    await expect.element(page.getByText('Medium', { exact: true })).toBeVisible()
    await expect.element(page.getByText('High', { exact: true })).toBeVisible()
    expect(page.getByText('Low', { exact: true }).elements()).toHaveLength(0)
    // The head, two days and four lines.
    expect(rows()).toBe(7)
    await expectAccessible()
  })

  test('a line opens its single entries with all that is known of them', async () => {
    await show()
    await line(/^Changed/).click()
    await expect.element(page.getByText('Changed "HOST" in "production"')).toBeVisible()
    expect(page.getByText('variable_updated').elements()).toHaveLength(2)
    expect(page.getByText('Low', { exact: true }).elements()).toHaveLength(2)
    await expect.element(line(/^Changed/)).toHaveAttribute('aria-expanded', 'true')
    await expectAccessible()
    line(/^Changed/)
      .element()
      .focus()
    await userEvent.keyboard('{Enter}')
    expect(page.getByText('variable_updated').elements()).toHaveLength(0)
  })

  test('a new entry marks the line that it joins', async () => {
    await show((entry) => entry === logs[0])
    const row = page.getByRole('row', { name: /^Changed/ })
    await expect.element(row).toBeVisible()
    expect(row.element().className).toContain('bg-accent-soft')
  })
})
