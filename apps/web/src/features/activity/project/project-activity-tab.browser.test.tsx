import { listProjectActivityLines } from '@envhold/contract/activity/activity-lines.ts'
import { listProjects } from '@envhold/contract/projects/projects.ts'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../tests/expect-accessible.ts'
import { fakeApi } from '../../../tests/fake-api.ts'
import { renderPart } from '../../../tests/render-part.tsx'
import { sampleProject } from '../../../tests/samples.ts'
import type { LogSearch } from '../activity-search.ts'
import { sampleLine, textPart } from '../lines/sample-line.ts'
import { ProjectActivityTab } from './project-activity-tab.tsx'

const project = sampleProject({ id: 7, name: 'Storefront' })

function Tab({ first }: { first: LogSearch }) {
  const [search, setSearch] = useState(first)
  return <ProjectActivityTab project={project} search={search} onSearch={setSearch} />
}

const older = sampleLine({ sentence: [textPart('Created the project')] })
const newest = sampleLine({ sentence: [textPart('Removed linus')] })

const show = async (first: LogSearch = {}) => {
  const api = fakeApi()
  api.answers(listProjects, { projects: [project] })
  api.answers(listProjectActivityLines, ({ query }) => {
    const isSecond = query.before !== undefined
    const matches = query.search === undefined ? null : query.search === 'sendgrid' ? 10 : 0
    const lines = matches === 0 ? [] : isSecond ? [older] : [newest]
    return {
      lines,
      next: isSecond || matches !== null ? null : 40,
      total: 412,
      found: matches,
      searched_back_to: null,
    }
  })
  await renderPart(<Tab first={first} />)
  return api
}

test('pages are turned by where the one before has ended', async () => {
  const api = await show()
  await expect.element(page.getByText('Removed linus')).toBeVisible()
  await expectAccessible()
  await page.getByRole('button', { name: 'Older' }).click()
  await expect.element(page.getByText('Created the project')).toBeVisible()
  expect(api.sent(listProjectActivityLines).at(-1)?.query).toMatchObject({
    before: '40',
    category: 'changes',
  })
  await page.getByRole('button', { name: 'Newer' }).click()
  await expect.element(page.getByText('Removed linus')).toBeVisible()
})

test('a search that has read only a part of the log says so, continues, and leads back', async () => {
  const api = await show({ q: 'linus', kind: 'all' })
  const answer = { lines: [], total: 412, found: null }
  api.answers(listProjectActivityLines, ({ query }) =>
    query.before === undefined
      ? { ...answer, next: 40, searched_back_to: '2026-03-01T10:00:00.000Z' }
      : { ...answer, next: null, searched_back_to: null },
  )
  await expect.element(page.getByText('Nothing found yet')).toBeVisible()
  await expect.element(page.getByText('Searched back to Mar 1, 2026.')).toBeVisible()
  await expect.element(page.getByText('Clear search')).toBeVisible()
  await expectAccessible()
  await page.getByRole('button', { name: 'Search On' }).click()
  await expect.element(page.getByText('Nothing more about linus in 30 days.')).toBeVisible()
  await page.getByRole('button', { name: 'Newer' }).click()
  await expect.element(page.getByText('Nothing found yet')).toBeVisible()
})

test('two quick presses of Older turn one page', async () => {
  const api = await show()
  await expect.element(page.getByText('Removed linus')).toBeVisible()
  const second = api.holds(listProjectActivityLines)
  const press = page.getByRole('button', { name: 'Older' })
  await press.click()
  await press.click()
  second({ lines: [older], next: null, total: 412, found: null, searched_back_to: null })
  await expect.element(page.getByText('Created the project')).toBeVisible()
  await expect.element(page.getByText('Page 2')).toBeVisible()
})

test('a search is asked of the server, counts what it found, and offers a longer time', async () => {
  const api = await show({ q: 'sendgrid', kind: 'all' })
  await expect.element(page.getByText('10 of 412')).toBeVisible()
  await expect.element(page.getByText('These are all matches of the last 30 days.')).toBeVisible()
  await page.getByRole('button', { name: 'Search 90 days' }).click()
  await expect.poll(() => api.sent(listProjectActivityLines).at(-1)?.query.timeRange).toBe('90d')
  const field = page.getByRole('searchbox', { name: 'Search keys, people, text' })
  await field.fill('SENDGIRD')
  await expect.element(page.getByText('Nothing about SENDGIRD in 90 days.')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByText('Removed linus')).toBeVisible()
})

test('Enter in the search opens the only line that it finds', async () => {
  await show({ kind: 'all' })
  const line = page.getByRole('button', { name: /Removed linus/ })
  await expect.element(line).toHaveAttribute('aria-expanded', 'false')
  await page.getByRole('searchbox', { name: 'Search keys, people, text' }).fill('sendgrid')
  await userEvent.keyboard('{Enter}')
  await expect.element(line).toHaveAttribute('aria-expanded', 'true')
})

test('what was shown last stays when the server does not answer, and says that it is old', async () => {
  const api = await show()
  await expect.element(page.getByText('Removed linus')).toBeVisible()
  api.rejects(listProjectActivityLines, 'INTERNAL')
  await page.getByRole('radio', { name: 'Team changes' }).click()
  await expect.element(page.getByText('Not up to date.')).toBeVisible()
  await expect.element(page.getByText('Removed linus')).toBeVisible()
  api.answers(listProjectActivityLines, {
    lines: [older],
    next: null,
    total: 1,
    found: null,
    searched_back_to: null,
  })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('Created the project')).toBeVisible()
  await expect.element(page.getByText('Not up to date.')).not.toBeInTheDocument()
})
