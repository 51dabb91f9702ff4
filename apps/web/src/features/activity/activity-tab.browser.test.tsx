import { exportActivityLogs } from '@envhold/contract/activity/activity.ts'
import { type ActivityLine, listActivityLines } from '@envhold/contract/activity/activity-lines.ts'
import { listProjects } from '@envhold/contract/projects/projects.ts'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../tests/expect-accessible.ts'
import { fakeApi } from '../../tests/fake-api.ts'
import { renderPart } from '../../tests/render-part.tsx'
import { ActivityTab, changedSearch } from './activity-page.tsx'
import type { ActivitySearch } from './activity-search.ts'
import { sampleLine } from './lines/sample-line.ts'

const read: ActivityLine = sampleLine({
  event_type: 'variables_read',
  is_read: true,
  sentence: [{ kind: 'text', text: 'ada read production', environment: null }],
})

function Tab({ first }: { first: ActivitySearch }) {
  const [search, setSearch] = useState(first)
  return (
    <ActivityTab
      search={search}
      hit={undefined}
      onChange={(change) => setSearch(changedSearch(search, change))}
    />
  )
}

/** The account has read, and changed nothing. */
const show = async (first: ActivitySearch = {}) => {
  const api = fakeApi()
  api.answers(listProjects, { projects: [] })
  api.answers(listActivityLines, ({ query }) => {
    const lines = query.filter === 'all' && !query.search ? [read] : []
    return { lines, next: null, total: 1, found: query.search ? 0 : null, searched_back_to: null }
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
  await expect.element(page.getByText('ada read production')).toBeVisible()
})

test('a search that finds nothing says where, and can be widened or cleared', async () => {
  const api = await show({ q: 'twilio' })
  await expect.element(page.getByText('Nothing about twilio among changes in 30 days.')).toBeVisible()
  await expectAccessible()
  await page.getByRole('button', { name: 'Search 90 days' }).click()
  await expect.element(page.getByText('Nothing about twilio among changes in 90 days.')).toBeVisible()
  await page.getByRole('button', { name: 'Search all activities' }).click()
  await expect.element(page.getByText('Nothing about twilio in 90 days.')).toBeVisible()
  expect(api.sent(listActivityLines).at(-1)?.query).toMatchObject({ timeRange: '90d', search: 'twilio' })
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect.element(page.getByText('ada read production')).toBeVisible()
})

test('the end of what a search found names the filter, and leads to all activities', async () => {
  const api = await show({ q: 'twilio', range: 'all' })
  const answer = { lines: [sampleLine()], next: null, total: 1, found: 1, searched_back_to: null }
  api.answers(listActivityLines, answer)
  await expect
    .element(page.getByText('These are all matches among changes of the whole history.'))
    .toBeVisible()
  await page.getByRole('button', { name: 'Search all activities' }).click()
  await expect.poll(() => api.sent(listActivityLines).at(-1)?.query.filter).toBe('all')
})

test.each([
  [{}, 'changes'],
  [{ filter: 'all' }, 'all'],
  [{ filter: 'security' }, 'security'],
] as const)('with %j, the list and the file ask for %s', async (search, filter) => {
  const api = await show(search)
  await expect.poll(() => api.sent(listActivityLines).length).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'JSON' }).click()
  await expect.poll(() => api.sent(exportActivityLogs).length).toBe(1)
  for (const { query } of [...api.sent(listActivityLines), ...api.sent(exportActivityLogs)])
    expect(query.filter).toBe(filter)
})
