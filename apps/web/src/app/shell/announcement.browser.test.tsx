import { readAnnouncement } from '@envhold/contract/pages/announcement.ts'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { readKey } from '../../connection/api/read-query.ts'
import { expectAccessible } from '../../tests/expect-accessible.ts'
import { fakeApi } from '../../tests/fake-api.ts'
import { renderPart } from '../../tests/render-part.tsx'
import { Announcement } from './announcement.tsx'

beforeEach(() => localStorage.removeItem('announcement-dismissed'))

const long = `Read https://example.com/ ${'and wait '.repeat(20)}`.trim()
const announce = (id: string, text: string, api = fakeApi()) => {
  api.answers(readAnnouncement, { announcement: { id, text, level: 'warning', until: null } })
  return api
}
const bar = () => page.getByRole('complementary', { name: 'Announcement' })

test('a phone shows two lines of a long text before More, and nothing in it is a link', async () => {
  await page.viewport(390, 800)
  announce('a', long)
  await renderPart(<Announcement />)
  await expect.element(bar()).toHaveTextContent(`Warning: ${long}`)
  await expect.element(page.getByRole('status').filter({ has: bar() })).toBeVisible()
  expect(bar().getByRole('link').elements()).toEqual([])
  await expectAccessible()
  const text = () => bar().element().querySelector('p') as HTMLElement
  const lines = () => text().clientHeight / Number.parseFloat(getComputedStyle(text()).lineHeight)
  expect(Math.round(lines())).toBe(2)
  await page.getByRole('button', { name: 'More' }).click()
  await expect.poll(lines).toBeGreaterThan(3)
  await expect.element(page.getByRole('button', { name: 'More' })).not.toBeInTheDocument()
  await page.viewport(1280, 800)
})

test('what was dismissed stays away, and another text is shown', async () => {
  const api = announce('a', 'Upgrade on Sunday')
  const { connection } = await renderPart(<Announcement />)
  await page.getByRole('button', { name: 'Dismiss the announcement' }).click()
  await expect.element(bar()).not.toBeInTheDocument()
  announce('b', 'Upgrade on Monday', api)
  await connection.queries.invalidateQueries()
  await expect.element(bar()).toHaveTextContent('Upgrade on Monday')
})

test('a page that opens later does not show it again', async () => {
  localStorage.setItem('announcement-dismissed', 'a')
  announce('a', 'Upgrade on Sunday')
  const { connection } = await renderPart(<Announcement />)
  await expect
    .poll(() => connection.queries.getQueryData(readKey(readAnnouncement, {})))
    .toMatchObject({ announcement: { id: 'a' } })
  expect(bar().elements()).toEqual([])
})
