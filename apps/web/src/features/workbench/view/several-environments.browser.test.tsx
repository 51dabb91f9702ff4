import {
  createVariable,
  readVariables,
  updateVariable,
  writeVariables,
} from '@envhold/contract/variables/variables.ts'
import { listVersions } from '@envhold/contract/variables/versions.ts'
import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../tests/expect-accessible.ts'
import { type FakeApi, fakeApi } from '../../../tests/fake-api.ts'
import { sampleEnvironment } from '../../../tests/samples.ts'
import { showWorkbench } from '../../../tests/show-workbench.tsx'

const live = sampleEnvironment({ protected: true })
const staging = sampleEnvironment({ id: 12, name: 'staging' })
const qa = sampleEnvironment({ id: 13, name: 'qa' })
const environments = [live, staging, qa]

const values: Record<number, Record<string, string>> = {
  11: { EMPTY: '', OLD_NAME: 'a', PORT: '443' },
  12: { OLD_NAME: 'b' },
  13: { PORT: '80' },
}
const environmentIn = (path: string) => environments.find(({ id }) => path.includes(`/${id}/`)) ?? live

const show = async (api: FakeApi) => {
  api.answers(readVariables, ({ path }) => {
    const environment = environmentIn(path)
    return { environment, version: 4, variables: values[environment.id] ?? {}, details: {} }
  })
  const answer = ({ path }: { path: string }) => ({
    environment: { ...environmentIn(path), version: 5 },
    warnings: [],
  })
  api.answers(createVariable, answer)
  api.answers(updateVariable, answer)
  api.answers(writeVariables, (sent) => ({
    ...answer(sent),
    added: [],
    changed: [],
    removed: [],
    unchanged: [],
  }))
  await showWorkbench(api, { environments, place: { environment: live.id } })
  await expect.element(page.getByRole('row', { name: 'PORT' })).toBeVisible()
  await expect.element(page.getByRole('row', { name: 'PORT' })).toHaveTextContent('Missing in staging')
}

const undo = async (api: FakeApi) => {
  values[11] = { ...values[11], ADDED: '1' }
  values[12] = { ...values[12], ADDED: '1' }
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => api.sent(writeVariables).length).toBe(2)
}

test('a new variable is added to several environments, the protected one last, and taken back', async () => {
  const api = fakeApi()
  await show(api)
  await userEvent.keyboard('n')
  const dialog = page.getByRole('dialog', { name: 'Add Variable' })
  await expect.element(dialog.getByRole('checkbox', { name: /^production/ })).toBeChecked()
  await dialog.getByRole('textbox', { name: 'Key' }).fill('PORT')
  await expect.element(dialog.getByRole('checkbox', { name: 'qa' })).toBeDisabled()
  await dialog.getByRole('textbox', { name: 'Key' }).fill('ADDED')
  await dialog.getByRole('textbox', { name: 'Value' }).fill('1')
  await dialog.getByRole('checkbox', { name: 'staging' }).click()
  await expectAccessible()
  await dialog.getByRole('button', { name: 'Add to production' }).click()
  await expect.element(page.getByText('Variable created successfully!')).toBeVisible()
  expect(api.sent(createVariable).map(({ path }) => environmentIn(path).name)).toEqual([
    'staging',
    'production',
  ])
  await undo(api)
  expect(api.sent(writeVariables).map(({ body }) => body)).toMatchObject([
    { remove: ['ADDED'] },
    { remove: ['ADDED'] },
  ])
})

test('what was written before a failure gets what was typed after it, and is taken back as a whole', async () => {
  const api = fakeApi()
  await show(api)
  await userEvent.keyboard('n')
  const dialog = page.getByRole('dialog', { name: 'Add Variable' })
  const fill = (name: string, text: string) => dialog.getByRole('textbox', { name }).fill(text)
  await fill('Key', 'API_KEY')
  await fill('Value', 'typpo')
  await dialog.getByRole('checkbox', { name: 'staging' }).click()
  api.answers(createVariable, ({ path }) => {
    api.rejects(createVariable, 'FORBIDDEN')
    return { environment: { ...environmentIn(path), version: 5 }, warnings: [] }
  })
  await dialog.getByRole('button', { name: 'Add to production' }).click()
  await expect.element(dialog.getByText(/You do not have permission/)).toBeVisible()
  await expect.element(dialog.getByText('Saved', { exact: true })).toBeVisible()
  api.answers(createVariable, ({ path }) => ({
    environment: { ...environmentIn(path), version: 5 },
    warnings: [],
  }))
  api.answers(updateVariable, { environment: { ...staging, version: 6 }, warnings: [] })
  await fill('Key', 'API_TOKEN')
  await fill('Value', 'typo')
  await dialog.getByRole('button', { name: 'Add to production' }).click()
  await expect.element(page.getByText('Variable created successfully!')).toBeVisible()
  const [renamed, ...others] = api.sent(updateVariable)
  expect(others).toEqual([])
  expect(renamed?.path).toMatch(/\/12\/variables\/API_KEY$/)
  expect(renamed?.body).toEqual({ key: 'API_TOKEN', value: 'typo' })
  expect(renamed?.headers.get('if-match')).toBe('"5"')
  expect(api.sent(createVariable).at(-1)).toMatchObject({ body: { key: 'API_TOKEN', value: 'typo' } })
})

test('a rename has all environments ticked that have the key', async () => {
  const api = fakeApi()
  await show(api)
  await page.getByRole('button', { name: 'Edit OLD_NAME' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Variable' })
  expect(dialog.getByRole('checkbox').elements()).toHaveLength(0)
  await dialog.getByRole('textbox', { name: 'Key' }).fill('NEW_NAME')
  await expect.element(dialog.getByRole('checkbox', { name: 'staging' })).toBeChecked()
  expect(dialog.getByRole('checkbox', { name: 'qa' }).elements()).toHaveLength(0)
  await dialog.getByRole('button', { name: 'Save to production' }).click()
  await expect.element(page.getByText('Variable updated')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  expect(api.sent(updateVariable).map(({ path, body }) => [environmentIn(path).name, body])).toEqual([
    ['staging', { key: 'NEW_NAME' }],
    ['production', { key: 'NEW_NAME' }],
  ])
})

test('an empty value says so, and a revealed one moves no column', async () => {
  const api = fakeApi()
  await show(api)
  await expect.element(page.getByRole('row', { name: 'EMPTY' })).toHaveTextContent('empty')
  const places = () =>
    page
      .getByRole('columnheader')
      .elements()
      .map((head) => head.getBoundingClientRect().left)
  const before = places()
  await page.getByRole('button', { name: 'Reveal PORT' }).click()
  await expect.element(page.getByRole('row', { name: 'PORT' })).toHaveTextContent('443')
  expect(places()).toEqual(before)
})

test('by keyboard: Shift+F10 opens the menu of a row, and Esc leads back', async () => {
  const api = fakeApi()
  await show(api)
  const row = page.getByRole('row', { name: 'PORT' })
  row.element().focus()
  await userEvent.keyboard('{Shift>}{F10}{/Shift}')
  await expect.element(page.getByRole('menuitem', { name: 'History' })).toBeVisible()
  await expect.element(page.getByRole('menuitem', { name: 'Delete' })).toBeVisible()
  await expectAccessible()
  await userEvent.keyboard('{Escape}')
  await expect.element(row).toHaveFocus()
})

test.each([1300, 1440, 1600])('no part of the line below the rows is cut at %i px', async (width) => {
  await page.viewport(width, 900)
  onTestFinished(() => page.viewport(1280, 900))
  await show(fakeApi())
  const line = page
    .getByText(/· version/)
    .last()
    .element()
    .closest('div')
  expect(line?.querySelector('kbd')?.checkVisibility()).toBe(width !== 1440)
  expect(line?.scrollWidth).toBe(line?.clientWidth)
})

test('a form that writes to several environments says in which one another user was faster', async () => {
  const api = fakeApi()
  await show(api)
  api.answers(listVersions, {
    versions: [
      {
        version: 5,
        created_at: live.created_at,
        author: { username: 'grace', token_name: null },
        added: [],
        changed: [],
        removed: [],
      },
    ],
    whole_from: null,
    hasMore: false,
  })
  await page.getByRole('button', { name: 'Edit OLD_NAME' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Variable' })
  await dialog.getByRole('textbox', { name: 'Key' }).fill('NEW_NAME')
  await expect.element(dialog.getByRole('checkbox', { name: 'staging' })).toBeChecked()
  api.rejects(updateVariable, 'VERSION_MISMATCH')
  await dialog.getByRole('button', { name: 'Save to production' }).click()
  await expect.element(dialog).toHaveTextContent('In staging: This environment was saved by grace')
  await expectAccessible()
})
