import { listEnvironments } from '@envhold/contract/environments/environments.ts'
import type { Project } from '@envhold/contract/projects/projects.ts'
import { readVariables } from '@envhold/contract/variables/variables.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../tests/expect-accessible.ts'
import { type FakeApi, fakeApi } from '../../tests/fake-api.ts'
import { sampleEnvironment } from '../../tests/samples.ts'
import { showWorkbench } from '../../tests/show-workbench.tsx'

const production = sampleEnvironment()
const staging = sampleEnvironment({ id: 12, name: 'staging' })

const withVariables = (api: FakeApi) => {
  api.answers(listEnvironments, { environments: [production, staging] })
  api.answers(readVariables, ({ path }) => {
    const environment = path.includes('/11/') ? production : staging
    return {
      environment,
      version: 4,
      variables: { [environment.id === 11 ? 'LIVE' : 'TRIAL']: '1' },
      details: {},
    }
  })
}

const show = (api: FakeApi, project: Partial<Project> = {}, environment?: number) =>
  showWorkbench(api, { project, place: { environment } })

test('while loading there is no view to choose; then the first environment shows', async () => {
  const api = fakeApi()
  withVariables(api)
  const answer = api.holds(listEnvironments)
  await show(api)
  expect(page.getByRole('radio').elements()).toHaveLength(0)
  expect(api.sent(readVariables)).toHaveLength(0)
  answer({ environments: [production, staging] })
  await expect.element(page.getByRole('row', { name: 'LIVE' })).toBeVisible()
  await expectAccessible()
})

test('a project without environments leads to where the first one is made', async () => {
  const api = fakeApi()
  api.answers(listEnvironments, { environments: [] })
  const { location } = await show(api)
  const link = page.getByRole('link', { name: 'Go to Environments' })
  await expect.element(link).toBeVisible()
  await expectAccessible()
  await link.click()
  await expect.poll(() => location()).toBe('/project/7?tab=environments')
})

test('a failure is said, and trying again reads', async () => {
  const api = fakeApi()
  withVariables(api)
  api.rejects(listEnvironments, 'INTERNAL')
  await show(api)
  await expect.element(page.getByRole('alert')).toHaveTextContent('The environments did not load')
  await expectAccessible()
  withVariables(api)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByRole('row', { name: 'LIVE' })).toBeVisible()
})

test('an environment, compared with another and back', async () => {
  const api = fakeApi()
  withVariables(api)
  await show(api, {}, staging.id)
  await expect.element(page.getByRole('row', { name: 'TRIAL' })).toBeVisible()
  await page.getByRole('button', { name: 'Compare environments' }).click()
  await expect.element(page.getByRole('grid', { name: 'staging beside production' })).toBeVisible()
  await page.getByRole('button', { name: 'Close comparison' }).click()
  await expect.element(page.getByRole('grid', { name: 'Variables of staging' })).toBeVisible()
})

test('by keyboard: arrows change the view, and each shows the same environment', async () => {
  const api = fakeApi()
  withVariables(api)
  await show(api)
  await expect.element(page.getByRole('row', { name: 'LIVE' })).toBeVisible()
  const view = (name: string) => page.getByRole('radio', { name })
  view('Table').element().focus()
  await userEvent.keyboard('{ArrowRight>}')
  await expect.element(view('Grid')).toBeChecked()
  await userEvent.keyboard('{/ArrowRight}')
  await expect.element(page.getByRole('region', { name: 'Variables across environments' })).toBeVisible()
  await expect.element(page.getByRole('row', { name: 'TRIAL' })).toBeVisible()
  view('Grid').element().focus()
  await userEvent.keyboard('{ArrowRight>}')
  await expect.element(view('Text')).toBeChecked()
  await userEvent.keyboard('{/ArrowRight}')
  await expect.element(page.getByRole('region', { name: 'production as text' })).toBeVisible()
  await page.getByRole('button', { name: 'Show text' }).click()
  await expect.element(page.getByRole('textbox', { name: 'Text of production' })).toHaveValue('LIVE=1\n')
  await expectAccessible()
})

test('an environment that is deleted stays until another is chosen', async () => {
  const api = fakeApi()
  withVariables(api)
  const { list } = await show(api, {}, staging.id)
  await expect.element(page.getByRole('row', { name: 'TRIAL' })).toBeVisible()
  await list([production])
  await expect.element(page.getByText('staging was deleted, or is no longer shared with you.')).toBeVisible()
  await expect.element(page.getByRole('row', { name: 'TRIAL' })).toBeVisible()
  await expect
    .element(page.getByRole('button', { name: 'Edit TRIAL' }))
    .toHaveAttribute('aria-disabled', 'true')
  await expectAccessible()
  await page.getByRole('button', { name: 'Open production' }).click()
  await expect.element(page.getByRole('row', { name: 'LIVE' })).toBeVisible()
})

test('an environment that was never there is not replaced by another', async () => {
  const api = fakeApi()
  withVariables(api)
  await show(api, {}, 99)
  await expect.element(page.getByText(/^This environment was deleted/)).toBeVisible()
  expect(page.getByRole('row').elements()).toHaveLength(0)
  await expectAccessible()
})
