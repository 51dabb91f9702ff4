import { listProjects } from '@envhold/contract/projects/projects.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../tests/expect-accessible.ts'
import { fakeApi } from '../../../tests/fake-api.ts'
import { renderPart } from '../../../tests/render-part.tsx'
import { sampleProject } from '../../../tests/samples.ts'
import { LineList } from './line-list.tsx'
import { environmentPart, sampleLine, textPart } from './sample-line.ts'

const noon = new Date()
noon.setHours(12, 0, 0, 0)
const before = (minutes: number) => new Date(noon.getTime() - minutes * 60_000).toISOString()

const lines = [
  sampleLine({
    started_at: before(0),
    created_at: before(0),
    entries: 2,
    versions: [
      { environment: 'development', version: 4 },
      { environment: 'production', version: 31 },
    ],
  }),
  sampleLine({
    created_at: before(5),
    started_at: before(20),
    event_type: 'variables_read',
    is_read: true,
    entries: 31,
    sentence: [textPart('ada and grace read 5 environments 31 times')],
    people: [
      { email: 'ada@example.com', username: 'ada' },
      { email: 'grace@example.com', username: 'grace' },
    ],
  }),
  sampleLine({
    created_at: before(25 * 60),
    event_type: 'user_removed',
    severity: 'medium',
    sentence: [textPart('Removed linus')],
    note: '4 environments re-keyed',
  }),
  sampleLine({
    created_at: before(26 * 60),
    event_type: 'unauthorized_access',
    severity: 'high',
    sentence: [textPart('Access was rejected')],
    people: [],
  }),
]

const show = (search?: string) => {
  fakeApi().answers(listProjects, { projects: [sampleProject()] })
  return renderPart(<LineList label="Activity" lines={lines} search={search} isNew={() => false} />)
}
const details = (name: RegExp) => page.getByRole('button', { name })

test('a save names its key and its environments with shield; days are headings; only High has a badge', async () => {
  await show()
  await expect.element(page.getByText('Today', { exact: true })).toBeVisible()
  await expect.element(page.getByText('Yesterday', { exact: true })).toBeVisible()
  const key = page.getByRole('link', { name: 'SENDGRID_API_KEY' })
  await expect.element(key).toHaveAttribute('title', 'History of SENDGRID_API_KEY')
  expect(key.element().getAttribute('href')).toContain('environment=1')
  expect(key.element().getAttribute('href')).toContain('find=SENDGRID_API_KEY&history=true')
  const row = page.getByRole('row', { name: /SENDGRID_API_KEY/ })
  await expect
    .element(row)
    .toHaveTextContent('Changed SENDGRID_API_KEY in development and productionProtected')
  await expect.element(page.getByText('High', { exact: true })).toBeVisible()
  expect(page.getByText('Medium', { exact: true }).elements()).toHaveLength(0)
  expect(page.getByText('variables_imported').elements()).toHaveLength(0)
  await expectAccessible()
})

test('no row of a sentence begins with the comma or colon after an environment', async () => {
  await page.viewport(390, 800)
  const names = ['development', 'qa', 'staging', 'a', 'bb', 'ccc', 'dddd', 'production-of-the-europeans']
  const sentence = [
    textPart('Added 3 keys to '),
    ...names.flatMap((name, at) => [environmentPart(name, at + 1), textPart(', ')]).slice(0, -1),
    textPart(': APP_URL'),
  ]
  fakeApi().answers(listProjects, { projects: [] })
  await renderPart(<LineList label="Activity" lines={[sampleLine({ sentence })]} isNew={() => false} />)
  const cell = page.getByRole('cell', { name: /^Added 3 keys/ })
  await expect
    .element(cell)
    .toHaveTextContent('staging, a, bb, ccc, dddd, production-of-the-europeans: APP_URL')
  const left = cell.element().getBoundingClientRect().left
  const texts = document.createTreeWalker(cell.element(), NodeFilter.SHOW_TEXT)
  let marks = 0
  while (texts.nextNode()) {
    const { data } = texts.currentNode as Text
    if (!/^[,:]/.test(data)) continue
    const range = document.createRange()
    range.setStart(texts.currentNode, 0)
    range.setEnd(texts.currentNode, 1)
    expect(range.getBoundingClientRect().left).toBeGreaterThan(left + 8)
    marks++
  }
  expect(marks).toBe(names.length)
})

test('Enter opens a line to what is known of it, and arrow keys move between lines', async () => {
  await show()
  details(/^Details of: Changed/)
    .element()
    .focus()
  await userEvent.keyboard('{Enter}')
  await expect
    .element(
      page.getByText(
        /^One save, 2 new versions; production is v31 · 12:00:00 · 10\.20\.4\.17, Firefox on Linux/,
      ),
    )
    .toBeVisible()
  await expect.element(page.getByText(/ada@example\.com/)).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'History of SENDGRID_API_KEY' }).first()).toBeVisible()
  await expectAccessible()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(details(/^Details of: ada and grace/)).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText(/31 reads · .* · ada@example\.com, grace@example\.com/)).toBeVisible()
  await userEvent.keyboard('{ArrowUp}{Enter}')
  await expect.element(page.getByText(/^One save/)).not.toBeInTheDocument()
})

test('what was searched for is marked, in any case', async () => {
  await show('sendgrid')
  const mark = page.getByText('SENDGRID', { exact: true })
  await expect.element(mark).toBeVisible()
  expect(mark.element().tagName).toBe('MARK')
})
