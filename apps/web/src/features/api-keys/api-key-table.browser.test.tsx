import type { ApiKey } from '@envhold/contract/api-keys.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../tests/expect-accessible.ts'
import { renderPart } from '../../tests/render-part.tsx'
import { sampleApiKey, sampleEnvironment, sampleProject } from '../../tests/samples.ts'
import { ApiKeyTable } from './api-key-table.tsx'

const nothing = () => {}
const acts = { onUsage: nothing, onEdit: nothing, onDelete: nothing }
const environments = [
  sampleEnvironment({ id: 1, name: 'development' }),
  sampleEnvironment({ id: 2, name: 'production', protected: true }),
]
const show = (keys: readonly ApiKey[] | undefined) =>
  renderPart(
    <ApiKeyTable
      project={sampleProject()}
      keys={keys}
      environments={environments}
      calls={new Map([['k1', 2_160]])}
      {...acts}
    />,
  )
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

test('a key that an operator deactivated says so, and why', async () => {
  await show([
    sampleApiKey({
      is_active: false,
      deactivated_at: '2026-03-01T10:00:00.000Z',
      deactivated_reason: 'Published in a repository',
    }),
  ])
  await expect.element(page.getByText('Deactivated by an operator')).toBeVisible()
  await expect.element(page.getByText('Reason: Published in a repository')).toBeVisible()
  await expect.element(page.getByText(/It cannot be activated again/)).toBeVisible()
  await expectAccessible()
})

test('a row says what a key reads, protected environments first, and how much it is used', async () => {
  await show([
    sampleApiKey({ id: 'k1', key_name: 'All of them', expires_at: inDays(3) }),
    sampleApiKey({ id: 'k2', key_name: 'Only one', environment_access: ['1'] }),
  ])
  const all = page.getByRole('row', { name: /All of them/ })
  await expect.element(all).toHaveTextContent('Expires Soon')
  await expect.element(all).toHaveTextContent('2,160')
  const names = all.getByRole('listitem').elements()
  expect(names.map(({ textContent }) => textContent)).toEqual(['productionProtected', 'development'])
  expect(names.map((name) => name.getAttribute('title'))).toEqual(['production', 'development'])

  const one = page.getByRole('row', { name: /Only one/ })
  expect(one.getByRole('listitem').elements()).toHaveLength(1)
  const places = page.getByTitle('development').elements()
  expect(new Set(places.map((place) => place.getBoundingClientRect().x)).size).toBe(1)
  await expectAccessible()
})

test.each([
  ['Inactive', sampleApiKey({ is_active: false })],
  ['Expired', sampleApiKey({ expires_at: inDays(-1) })],
])('a key that does not work says why: %s', async (text, apiKey) => {
  await show([apiKey])
  await expect.element(page.getByRole('row', { name: /GitHub Actions/ })).toHaveTextContent(text)
})

test('while the keys load, the columns are where they will be', async () => {
  const placesOf = (parts: Iterable<Element>) =>
    [...parts].map((part) => part.getBoundingClientRect().x).slice(0, 4)
  await page.viewport(1_440, 900)
  await show(undefined)
  const bars = document.querySelectorAll('.grid > [aria-hidden=true]')
  await expect.poll(() => placesOf(bars)[0]).toBeGreaterThan(0)
  const before = placesOf(bars)
  document.body.replaceChildren()
  await show([sampleApiKey({ id: 'k1' })])
  await expect.element(page.getByRole('row', { name: /GitHub Actions/ })).toBeVisible()
  expect(placesOf(page.getByRole('columnheader').elements())).toEqual(before)
})
