import {
  createEnvironment,
  deleteEnvironment,
  listEnvironments,
  updateEnvironment,
} from '@envhold/contract/environments/environments.ts'
import { endFormerName, listFormerNames } from '@envhold/contract/environments/former-names.ts'
import type { Project } from '@envhold/contract/projects/projects.ts'
import { listVariableNames, writeVariables } from '@envhold/contract/variables/variables.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../tests/expect-accessible.ts'
import { fakeApi } from '../../tests/fake-api.ts'
import { renderPart } from '../../tests/render-part.tsx'
import { sampleEnvironment, sampleProject } from '../../tests/samples.ts'
import { UntilSaid } from '../../tests/until-said.tsx'
import { EnvironmentsTab } from './environments-tab.tsx'

const production = sampleEnvironment()
const staging = sampleEnvironment({ id: 12, name: 'staging', variable_count: 0, rekey_pending: true })

const show = (project: Partial<Project> = {}) =>
  renderPart(
    <UntilSaid>
      {(say) => (
        <EnvironmentsTab
          project={sampleProject(project)}
          onOpenVariables={(id) => say(`Variables of ${id}`)}
          createRequested={false}
          onCreateStarted={() => {}}
        />
      )}
    </UntilSaid>,
  )

test('shows a skeleton while loading, then each environment with its count', async () => {
  const api = fakeApi()
  const answer = api.holds(listEnvironments)
  await show()
  await expect.element(page.getByRole('button', { name: 'Add Environment' })).toBeVisible()
  expect(document.querySelector('section [aria-hidden="true"]')).not.toBeNull()
  expect(page.getByRole('table').elements()).toHaveLength(0)

  answer({ environments: [production, staging] })
  const row = (name: string) => page.getByRole('row', { name })
  await expect.element(row('production')).toHaveTextContent('2 variables')
  await expect.element(row('staging')).toHaveTextContent('new key pending')
  await expect.element(page.getByText(/^New key pending: a person or an API key lost access\./)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Add variables to staging' })).toBeVisible()
  await expectAccessible()
})

test('an owner without environments reads what they are for', async () => {
  fakeApi().answers(listEnvironments, { environments: [] })
  await show()
  await expect.element(page.getByText('No environments yet. Create your first environment!')).toBeVisible()
  await expectAccessible()
})

test('a reader gets no button that changes anything', async () => {
  fakeApi().answers(listEnvironments, { environments: [] })
  await show({ user_role: 'read', owner_username: 'grace' })
  await expect.element(page.getByText('No environments', { exact: true })).toBeVisible()
  await expect.element(page.getByText(/^grace /)).toBeVisible()
  expect(page.getByRole('button').elements()).toHaveLength(0)
})

test('a failure is said, and trying again reads the list', async () => {
  const api = fakeApi()
  api.rejects(listEnvironments, 'INTERNAL')
  await show()
  await expect.element(page.getByText('The environments did not load')).toBeVisible()
  await expectAccessible()
  api.answers(listEnvironments, { environments: [production] })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByRole('row', { name: 'production' })).toBeVisible()
})

test('by keyboard: N opens the form, Escape closes it, and a name opens its variables', async () => {
  fakeApi().answers(listEnvironments, { environments: [production] })
  await show()
  await expect.element(page.getByRole('row', { name: 'production' })).toBeVisible()
  await userEvent.keyboard('n')
  await expect.element(page.getByRole('dialog', { name: 'Create Environment' })).toBeVisible()
  await expect.element(page.getByRole('textbox')).toHaveFocus()
  await expectAccessible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  page.getByRole('button', { name: 'production', exact: true }).element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText(`Variables of ${production.id}`)).toBeVisible()
})

test('a deleted environment leaves the list', async () => {
  const api = fakeApi()
  api.answers(listEnvironments, { environments: [production, staging] })
  api.answers(deleteEnvironment, () => {
    api.answers(listEnvironments, { environments: [production] })
    return { message: 'Deleted' }
  })
  await show()
  await page.getByRole('button', { name: 'Delete staging' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect.element(dialog).toBeVisible()
  await expectAccessible()
  await dialog.getByRole('button', { name: 'Delete environment' }).click()
  await expect.element(page.getByRole('row', { name: 'staging' })).not.toBeInTheDocument()
  expect(api.sent(deleteEnvironment).map(({ path }) => path)).toEqual(['/api/env/projects/7/environments/12'])
})

test('a rejected name says why at its field, and stays there', async () => {
  const api = fakeApi()
  api.answers(listEnvironments, { environments: [production] })
  api.rejects(createEnvironment, 'CONFLICT')
  await show()
  await page.getByRole('button', { name: 'Add Environment' }).click()
  const name = page.getByRole('dialog').getByRole('textbox', { name: 'Environment name' })
  await name.fill('production')
  await userEvent.keyboard('{Enter}')
  await expect
    .element(name)
    .toHaveAccessibleDescription(/An environment with this name already exists in this project/)
  await expect.element(name).toHaveValue('production')
  await expectAccessible()
})

test('a new environment has the color and the protection of its name until somebody chooses', async () => {
  const api = fakeApi()
  api.answers(listEnvironments, { environments: [] })
  api.answers(createEnvironment, { environment: production })
  await show()
  await page.getByRole('button', { name: 'Add Environment' }).click()
  const isProtected = page.getByRole('checkbox', { name: 'Protected' })
  await page.getByRole('textbox', { name: 'Environment name' }).fill('staging')
  await expect.element(isProtected).not.toBeChecked()
  await page.getByRole('textbox', { name: 'Environment name' }).fill('Production')
  await expect.element(isProtected).toBeChecked()
  await expect.element(page.getByRole('radio', { name: 'By name' })).toBeChecked()
  await expectAccessible()
  await page.getByRole('radio', { name: 'Brown' }).click()
  await isProtected.click()
  await page.getByRole('button', { name: 'Create environment' }).click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect(api.sent(createEnvironment).map(({ body }) => body)).toEqual([
    { name: 'Production', color: 'brown', protected: false },
  ])
})

test('a new environment starts with the names of another one, and with empty values', async () => {
  const api = fakeApi()
  api.answers(listEnvironments, { environments: [production, staging] })
  api.answers(createEnvironment, { environment: sampleEnvironment({ id: 15, name: 'qa', version: 0 }) })
  api.answers(listVariableNames, { names: ['A', 'B'], version: 4 })
  api.rejects(writeVariables, 'UNAVAILABLE')
  await show()
  await page.getByRole('button', { name: 'Add Environment' }).click()
  await page.getByRole('textbox', { name: 'Environment name' }).fill('qa')
  const starts = page.getByRole('combobox', { name: 'Starts' })
  await expect.element(starts).toHaveTextContent('With the 2 names of production, values empty')
  await expect.element(starts).not.toHaveTextContent('staging')
  await starts.selectOptions('With the 2 names of production, values empty')
  await expectAccessible()
  await page.getByRole('button', { name: 'Create environment' }).click()
  await expect
    .element(page.getByText(/qa was created, but it is empty: the names were not copied\./))
    .toBeVisible()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  const changes = { warnings: [], added: ['A', 'B'], changed: [], removed: [], unchanged: [] }
  api.answers(writeVariables, { environment: sampleEnvironment({ id: 15, version: 1 }), ...changes })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => api.sent(writeVariables)).toHaveLength(2)
  const [, sent] = api.sent(writeVariables)
  expect(sent?.path).toBe('/api/env/environments/15/variables')
  expect(sent?.body).toEqual({ variables: { A: '', B: '' }, mode: 'merge' })
  expect(api.sent(createEnvironment)).toHaveLength(1)
})

test('names that were copied before the answer was lost are there when it is tried again', async () => {
  const api = fakeApi()
  const qa = sampleEnvironment({ id: 15, name: 'qa', version: 0 })
  api.answers(listEnvironments, { environments: [production] })
  api.answers(createEnvironment, { environment: qa })
  api.answers(listVariableNames, { names: ['A', 'B'], version: 4 })
  api.rejects(writeVariables, 'VERSION_MISMATCH')
  await show()
  await page.getByRole('button', { name: 'Add Environment' }).click()
  await page.getByRole('textbox', { name: 'Environment name' }).fill('qa')
  const starts = page.getByRole('combobox', { name: 'Starts' })
  await starts.selectOptions('With the 2 names of production, values empty')
  await page.getByRole('button', { name: 'Create environment' }).click()
  await expect.element(page.getByText('Environment created successfully!')).toBeVisible()
  expect(page.getByText(/the names were not copied/).elements()).toEqual([])
})

test('a protected environment has a shield, and its form changes name, color and protection', async () => {
  const api = fakeApi()
  const live = sampleEnvironment({ id: 13, name: 'live', color: 'sky', protected: true })
  api.answers(listEnvironments, { environments: [live, staging] })
  api.answers(updateEnvironment, { environment: live })
  api.answers(listFormerNames, { former_names: [] })
  await show()
  await expect.element(page.getByRole('row', { name: /live Protected/ })).toBeVisible()
  await expect.element(page.getByRole('row', { name: /staging/ })).not.toHaveTextContent('Protected')
  await page.getByRole('button', { name: 'Edit live' }).click()
  await expect.element(page.getByRole('radio', { name: 'Sky' })).toBeChecked()
  await page.getByRole('radio', { name: 'By name' }).click()
  await page.getByRole('button', { name: 'Save live' }).click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect(api.sent(updateEnvironment).map(({ body }) => body)).toEqual([{ color: null }])
})

test('deleting a protected environment asks once, and sends its name', async () => {
  const api = fakeApi()
  const live = sampleEnvironment({ id: 13, name: 'live', protected: true })
  api.answers(listEnvironments, { environments: [live] })
  api.answers(deleteEnvironment, { message: 'Deleted' })
  await show()
  await page.getByRole('button', { name: 'Delete live' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete live' }).click()
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument()
  expect(api.sent(deleteEnvironment).map(({ headers }) => headers.get('confirm-environment'))).toEqual([
    'live',
  ])
})

test('a renamed environment lists the names that it still answers to, and ends one', async () => {
  const api = fakeApi()
  const live = sampleEnvironment({ id: 13, name: 'live', protected: true })
  const former = [
    { name: 'production', ends_at: '2026-12-25T09:00:00.000Z' },
    { name: 'prod', ends_at: '2026-12-20T09:00:00.000Z' },
  ]
  api.answers(listEnvironments, { environments: [live] })
  api.answers(listFormerNames, { former_names: former })
  api.answers(endFormerName, () => {
    api.answers(listFormerNames, { former_names: former.slice(1) })
    return { message: 'Ended' }
  })
  await show()
  await page.getByRole('button', { name: 'Edit live' }).click()
  const names = page.getByRole('list', { name: 'Former names' })
  await expect.element(names).toHaveTextContent('Also answers to production until Dec 25, 2026')
  await expectAccessible()
  await page.getByRole('button', { name: 'End now: production' }).click()
  await expectAccessible()
  await page.getByRole('alertdialog').getByRole('button', { name: 'End production' }).click()
  await expect.element(names).not.toHaveTextContent('production')
  await expect.element(names).toHaveTextContent('prod')
  expect(
    api.sent(endFormerName).map(({ path, headers }) => [path, headers.get('confirm-environment')]),
  ).toEqual([['/api/env/environments/13/former-names/production', 'live']])
  await expect.element(page.getByRole('dialog', { name: 'Edit Environment' })).toBeVisible()
})
