import { readVariables } from '@envhold/contract/variables/variables.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../tests/expect-accessible.ts'
import { type FakeApi, fakeApi } from '../../../tests/fake-api.ts'
import { sampleEnvironment } from '../../../tests/samples.ts'
import { showWorkbench } from '../../../tests/show-workbench.tsx'

const production = sampleEnvironment()
const staging = sampleEnvironment({ id: 12, name: 'staging' })

const values = {
  production: { LICENCE: 'x', PORT: '443', URL: 'https://shop.example/a', HOST: 'h', EMPTY: '' },
  staging: { DEBUG: '1', PORT: '8443', URL: 'https://test.shop.example/a', HOST: 'h', EMPTY: '' },
}

const withValues = (
  api: FakeApi,
  stored: Record<'production' | 'staging', Record<string, string>> = values,
) =>
  api.answers(readVariables, ({ path }) => {
    const environment = path.includes('/11/') ? production : staging
    const details: Record<string, { note: string; due: null }> =
      environment === production ? {} : { EMPTY: { note: 'Its own note', due: null } }
    return {
      environment,
      version: 4,
      variables: environment === production ? stored.production : stored.staging,
      details,
    }
  })

const show = async (api: FakeApi, environments = [production, staging], environment = production.id) => {
  const part = await showWorkbench(api, { environments, place: { environment, comparison: {} } })
  return { ...part, grid: page.getByRole('grid') }
}

const row = (key: string) => page.getByRole('row', { name: key })

test('while loading there are no rows', async () => {
  const api = fakeApi()
  const answer = api.holds(readVariables)
  const { grid } = await show(api)
  await expect.element(page.getByRole('combobox', { name: 'Left environment' })).toBeVisible()
  expect(grid.elements()).toHaveLength(0)
  answer({ environment: production, version: 4, variables: {}, details: {} })
  await expect.element(page.getByText('No variables in these environments yet')).toBeVisible()
  await expectAccessible()
})

test('each key that differs says how; other filters show the others', async () => {
  const api = fakeApi()
  withValues(api)
  await show(api)
  await expect.element(row('PORT')).toHaveTextContent('Differs')
  await expect.element(row('LICENCE')).toHaveTextContent('Missing')
  await expect.element(row('DEBUG')).toHaveTextContent('Missing')
  await expect.element(row('HOST')).not.toBeInTheDocument()
  await expect
    .element(page.getByRole('button', { name: 'Differing 4' }))
    .toHaveAttribute('aria-pressed', 'true')
  await expectAccessible()
  await page.getByRole('button', { name: /^Only in production/ }).click()
  await expect.element(row('LICENCE')).toBeVisible()
  await expect.element(row('PORT')).not.toBeInTheDocument()
  await page.getByRole('button', { name: /^Only in production/ }).click()
  await expect.element(row('HOST')).toHaveTextContent('Same')
  await expect.element(row('EMPTY')).toHaveTextContent('Note differs')
  await expect.element(row('EMPTY')).toHaveTextContent('empty')
})

test('two environments without a difference', async () => {
  const api = fakeApi()
  withValues(api, { production: { A: '1' }, staging: { A: '1' } })
  await show(api)
  await expect.element(page.getByText('production and staging are the same: 1 variable')).toBeVisible()
  await expect.element(page.getByRole('combobox', { name: 'Right environment' })).toBeVisible()
  await expectAccessible()
})

test('a failure is said, and trying again compares', async () => {
  const api = fakeApi()
  api.rejects(readVariables, 'INTERNAL')
  const { grid } = await show(api)
  await expect.element(page.getByRole('alert')).toHaveTextContent('The variables did not load')
  await expectAccessible()
  withValues(api)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(grid).toBeVisible()
})

test('values show only once they are asked for, both of one key, with what differs marked', async () => {
  const api = fakeApi()
  withValues(api)
  const { grid } = await show(api)
  await expect.element(row('URL')).toBeVisible()
  expect(document.body.textContent).not.toContain('shop.example')
  await grid.getByRole('button', { name: 'Reveal both values of URL' }).click()
  await expect.element(row('URL')).toHaveTextContent('https://shop.example/a')
  await expect.element(row('URL')).toHaveTextContent('https://test.shop.example/a')
  const marks = () => [...row('URL').element().querySelectorAll('mark')].map(({ textContent }) => textContent)
  expect(marks()).toEqual(['test.'])
  expect(document.body.textContent).not.toContain('8443')
  await expectAccessible()
})

test('the protected environment is first, and one press copies a value over, as a draft', async () => {
  const api = fakeApi()
  withValues(api)
  const live = sampleEnvironment({ protected: true })
  const { grid } = await show(api, [live, staging], staging.id)
  await expect.element(page.getByRole('grid', { name: 'production beside staging' })).toBeVisible()
  await row('PORT').hover()
  await grid.getByRole('button', { name: 'Copy PORT to staging' }).click()
  await expect.element(row('PORT')).toHaveTextContent('Changed')
  await expect.element(page.getByRole('button', { name: 'Review and save 1' })).toBeVisible()
  expect(document.body.textContent).not.toContain('443')
  row('DEBUG').element().querySelector<HTMLElement>('[data-column="2"]')?.focus()
  await userEvent.keyboard('{Shift>}{ArrowLeft}{/Shift}')
  await expect.element(row('DEBUG')).toHaveTextContent('New')
  await page.getByRole('button', { name: 'Review and save 2' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Save 2 environments' })).toHaveTextContent('DEBUG')
  await expectAccessible()
})

test('by keyboard: searching narrows, and the sides are swapped', async () => {
  const api = fakeApi()
  withValues(api)
  const { grid, place } = await show(api)
  await expect.element(grid).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search keys' }).click()
  await userEvent.keyboard('zzz')
  await expect.element(page.getByText('No key matches “zzz”')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(row('PORT')).toBeVisible()
  await page.getByRole('button', { name: 'Swap sides' }).click()
  await expect
    .element(page.getByRole('combobox', { name: 'Left environment' }))
    .toHaveValue(String(staging.id))
  await userEvent.keyboard('{Escape}')
  await expect.poll(place).toEqual({ environment: production.id })
})

test('the focus is on a row after a comparison is opened, and after it is closed', async () => {
  const api = fakeApi()
  withValues(api)
  await showWorkbench(api, { environments: [production, staging], place: { environment: production.id } })
  const press = async (name: string) => {
    const button = page.getByRole('button', { name })
    await expect.element(button).toBeVisible()
    button.element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(button).not.toBeInTheDocument()
    await expect.poll(() => document.activeElement?.closest('[role=row]')).toBeTruthy()
  }
  await press('Compare environments')
  await press('Close comparison')
})
