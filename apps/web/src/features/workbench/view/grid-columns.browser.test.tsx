import type { Environment } from '@envhold/contract/environments/environments.ts'
import { readVariables } from '@envhold/contract/variables/variables.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../tests/expect-accessible.ts'
import { fakeApi } from '../../../tests/fake-api.ts'
import { sampleEnvironment } from '../../../tests/samples.ts'
import { showWorkbench } from '../../../tests/show-workbench.tsx'

type Values = Readonly<Record<string, Record<string, string>>>

/** Environments with ids from 11 on, and a fake server that holds their variables. */
async function show(values: Values, marks: Readonly<Record<string, Partial<Environment>>> = {}) {
  const environments = Object.entries(values).map(([name, variables], at) =>
    sampleEnvironment({
      id: 11 + at,
      name,
      variable_count: Object.keys(variables).length,
      ...marks[name],
    }),
  )
  const api = fakeApi()
  api.answers(readVariables, ({ path }) => {
    const environment = environments.find(({ id }) => path.includes(`/${id}/`)) ?? sampleEnvironment()
    return { environment, version: 4, variables: values[environment.name] ?? {}, details: {} }
  })
  const part = await showWorkbench(api, { environments, place: { view: 'grid' } })
  await expect.element(page.getByRole('grid')).toBeVisible()
  return { ...part, api }
}

const heads = () =>
  page
    .getByRole('columnheader')
    .elements()
    .map((head) => head.getAttribute('title'))
    .slice(1)
const head = (name: string) => page.getByRole('button', { name: `Column ${name}`, exact: true })
const cell = (key: string, column: number) =>
  page.getByRole('row', { name: key }).element().querySelector<HTMLElement>(`[data-column="${column}"]`)
const openList = () => page.getByRole('button', { name: /^Columns: / }).click()

const three: Values = {
  dev: { PORT: '1', HOST: 'a' },
  staging: { PORT: '2', HOST: 'a' },
  production: { PORT: '2', HOST: 'a' },
}

beforeEach(() => page.viewport(1280, 800))
afterEach(() => page.viewport(1280, 800))

test('equal values have the same letter, in the order of the environments', async () => {
  await show(three)
  await expect.element(page.getByRole('row', { name: 'PORT' })).toBeVisible()
  const texts = () => [1, 2, 3].map((column) => cell('PORT', column)?.textContent?.slice(0, 1))
  await vi.waitFor(() => expect(texts()).toEqual(['A', 'B', 'B']))
  expect(cell('PORT', 2)?.textContent).toContain('Same as production')
  expect(cell('HOST', 1)?.textContent).toContain('Same as the others')
  await head('production').click()
  await page.getByRole('menuitem', { name: 'Pin' }).click()
  await vi.waitFor(() => expect(heads()).toEqual(['production', 'dev', 'staging']))
  await expect.poll(texts).toEqual(['B', 'A', 'B'])
  await expectAccessible()
})

test('by keyboard: the head of a column is above its first row, and keeps the focus', async () => {
  await show(three)
  await expect.element(page.getByRole('row', { name: 'HOST' })).toBeVisible()
  cell('HOST', 2)?.focus()
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(head('staging')).toHaveFocus()
  await userEvent.keyboard('{ArrowRight}{ArrowLeft}{Enter}')
  await page.getByRole('menuitem', { name: 'Move left' }).click()
  await vi.waitFor(() => expect(heads()).toEqual(['staging', 'dev', 'production']))
  await expect.element(head('staging')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await page.getByRole('menuitem', { name: 'Compact' }).click()
  await vi.waitFor(() => expect(head('staging').element().getBoundingClientRect().width).toBeLessThan(41))
  await expect.element(head('staging')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await page.getByRole('menuitem', { name: 'Hide' }).click()
  await expect.element(head('dev')).toHaveFocus()
  expect(heads()).toEqual(['dev', 'production'])
  await userEvent.keyboard('{ArrowDown}')
  await vi.waitFor(() => expect(cell('HOST', 1)).toHaveFocus())
})

test('a column leads to its environment, and the last one cannot be hidden', async () => {
  const values = { dev: { A: '1' }, staging: {} }
  const opened = await show(values)
  await head('dev').click()
  await expect.element(page.getByRole('menuitem', { name: 'Hide' })).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('menuitem', { name: 'Open as table' }).click()
  await expect.poll(opened.place).toEqual({ environment: 11 })
  const again = await show(values)
  await head('dev').click()
  await page.getByRole('menuitem', { name: 'Compare with…' }).click()
  await expect.poll(again.place).toEqual({ environment: 11, comparison: {} })
})

test('an empty environment begins hidden and is not read; the list shows, moves and finds columns', async () => {
  const { api } = await show({ ...three, empty: {} })
  await expect.element(page.getByRole('button', { name: 'Columns: 3 of 4 shown' })).toBeVisible()
  expect(api.sent(readVariables).filter(({ path }) => path.includes('/14/'))).toHaveLength(0)
  await openList()
  const list = page.getByRole('dialog', { name: 'Columns' })
  await expect.element(list.getByRole('region', { name: 'Hidden' })).toHaveTextContent('empty')
  await expectAccessible()
  await list.getByRole('checkbox', { name: 'empty' }).click()
  await vi.waitFor(() => expect(heads()).toEqual(['dev', 'staging', 'production', 'empty']))
  list.getByRole('checkbox', { name: 'production' }).element().focus()
  await userEvent.keyboard('{Alt>}{ArrowUp}{ArrowUp}{ArrowUp}{/Alt}')
  await vi.waitFor(() => expect(heads()).toEqual(['production', 'dev', 'staging', 'empty']))
  await expect.element(list.getByRole('checkbox', { name: 'production' })).toHaveFocus()
  await list.getByRole('searchbox').fill('stag')
  await expect.poll(() => list.getByRole('checkbox').elements()).toHaveLength(1)
  await list.getByRole('checkbox', { name: 'staging' }).click()
  await vi.waitFor(() => expect(heads()).toEqual(['production', 'dev', 'empty']))
  expect(localStorage.getItem('project-columns')).toContain('[13,11,12,14]')
  await list.getByRole('button', { name: 'Reset' }).click()
  await vi.waitFor(() => expect(heads()).toEqual(['dev', 'staging', 'production']))
})

test('a column is dragged to the place of another one', async () => {
  await show(three)
  await openList()
  const handle = (id: number) =>
    page.elementLocator(document.querySelector(`[data-column-option="${id}"] > span`) ?? document.body)
  await expect.element(page.getByRole('checkbox', { name: 'production' })).toBeVisible()
  await handle(13).dropTo(handle(11))
  await vi.waitFor(() => expect(heads()).toEqual(['production', 'dev', 'staging']))
})

test('of a hundred environments the grid renders what is in view', async () => {
  const names = Array.from({ length: 100 }, (_, at) => `preview-${at + 100}`)
  await show(Object.fromEntries(names.map((name, at) => [name, { SHARED: String(at % 3) }])))
  await expect.element(page.getByRole('button', { name: 'Columns: 100 of 100 shown' })).toBeVisible()
  await expect.element(page.getByRole('row', { name: 'SHARED' })).toBeVisible()
  expect(heads().length).toBeGreaterThan(5)
  expect(heads().length).toBeLessThan(40)
  expect(heads()).not.toContain('preview-199')
  cell('SHARED', 1)?.focus()
  await userEvent.keyboard('{End}')
  await vi.waitFor(() => expect(cell('SHARED', 100)).toHaveFocus())
  await vi.waitFor(() => expect(heads()).toContain('preview-199'))
  await expect
    .element(
      page
        .getByRole('gridcell', { name: 'Same as preview-100, preview-103, preview-106 and 30 more' })
        .last(),
    )
    .toBeVisible()
  await openList()
  await page.getByRole('button', { name: 'Columns preview-' }).first().click()
  await expect.element(page.getByRole('checkbox', { name: 'preview-101' })).toBeVisible()
})

test('typing begins an edit, and drafts name the protected environment last', async () => {
  await show(three, { dev: { protected: true } })
  await expect.element(page.getByRole('row', { name: 'PORT' })).toBeVisible()
  cell('PORT', 1)?.focus()
  await userEvent.keyboard('8080{Enter}')
  await vi.waitFor(() => expect(cell('PORT', 1)).toHaveFocus())
  expect(cell('PORT', 1)?.textContent).toContain('changed, not saved')
  expect(document.body.textContent).not.toContain('8080')
  cell('PORT', 2)?.focus()
  await userEvent.keyboard('{Delete}{ArrowRight}x{Escape}')
  await expect.poll(() => cell('PORT', 2)?.textContent).toContain('removed, not saved')
  expect(cell('PORT', 3)?.textContent).not.toContain('not saved')
  const bar = page.getByRole('region', { name: 'Unsaved changes' })
  expect(
    bar
      .getByRole('listitem')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['staging', 'devProtected'])
  cell('PORT', 2)?.focus()
  await userEvent.keyboard('{Control>}z{/Control}')
  await expect.element(bar.getByRole('button', { name: 'Review and save 1' })).toBeVisible()
  await bar.getByRole('button', { name: 'Review and save 1' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Save dev' })).toHaveTextContent('PORT')
})

test('on a phone: what differs between two environments', async () => {
  await page.viewport(390, 800)
  await show({ ...three, qa: { PORT: '3', ONLY: '1' } }, { production: { protected: true } })
  await expect.element(page.getByRole('row', { name: 'PORT' })).toBeVisible()
  expect(page.getByRole('row', { name: 'HOST' }).elements()).toHaveLength(0)
  const [left, right] = [
    page.getByRole('combobox', { name: 'Left environment' }),
    page.getByRole('combobox', { name: 'Right environment' }),
  ]
  await expect.element(left).toHaveValue('11')
  await expect.element(right).toHaveValue('13')
  await expectAccessible()
  await page.getByRole('button', { name: 'Swap sides' }).click()
  await expect.element(left).toHaveValue('13')
  await right.selectOptions('staging')
  await expect.element(page.getByRole('row', { name: 'HOST' })).toBeVisible()
  await expect.poll(() => cell('PORT', 1)?.textContent).toContain('Same as the others')
  await left.selectOptions('staging')
  await expect.element(right).toHaveValue('13')
})
