import {
  createEnvironment,
  type Environment,
  listEnvironments,
} from '@envhold/contract/environments/environments.ts'
import { listProjects, readProject } from '@envhold/contract/projects/projects.ts'
import { listVariableNames, writeVariables } from '@envhold/contract/variables/variables.ts'
import { useState } from 'react'
import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../tests/expect-accessible.ts'
import { fakeApi } from '../../../tests/fake-api.ts'
import { renderPart } from '../../../tests/render-part.tsx'
import { sampleEnvironment, sampleProject } from '../../../tests/samples.ts'
import { ProjectSetup } from './project-setup.tsx'
import { useSetup } from './setup-draft.ts'

const project = sampleProject({ name: 'Website', environment_count: 0 })

/** A server that remembers what was created. */
function server() {
  const api = fakeApi()
  const environments: Environment[] = []
  api.answers(listEnvironments, () => ({ environments }))
  api.answers(readProject, { project })
  api.answers(createEnvironment, ({ body }) => {
    const { name } = body as { name: string }
    const environment = sampleEnvironment({
      id: 20 + environments.length,
      name,
      version: 0,
      variable_count: 0,
    })
    environments.push(environment)
    return { environment }
  })
  const written = { warnings: [], added: [], changed: [], removed: [], unchanged: [] }
  api.answers(writeVariables, ({ path }) => ({
    environment: sampleEnvironment({ id: Number(path.split('/')[4]), version: 1 }),
    ...written,
  }))
  return { api, environments }
}

const show = async () => {
  return await renderPart(() => {
    const setup = useSetup(project, false)
    const [done, setDone] = useState('')
    return (
      <>
        {setup.isShown ? (
          <ProjectSetup
            project={project}
            setup={setup}
            onDone={(id) => setDone(id === undefined ? 'Done' : `Filled ${id}`)}
          />
        ) : (
          <p>Closed</p>
        )}
        <p>{done}</p>
      </>
    )
  })
}
const button = (name: string | RegExp) => page.getByRole('button', { name })
const field = () => page.getByLabelText('Text of the .env file')
const foundVariables = () => page.getByRole('list', { name: 'Found variables' })

async function paste(text: string) {
  await expect.element(field()).toBeVisible()
  const data = new DataTransfer()
  data.setData('text', text)
  field()
    .element()
    .dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
}

test('without a text, one button creates the three environments', async () => {
  const { api } = server()
  await show()
  await expect.element(page.getByText('No environments yet. Create your first environment!')).toBeVisible()
  await expectAccessible()
  await button('Create 3 environments').click()
  await expect.element(page.getByText('3 environments created')).toBeVisible()
  expect(api.sent(createEnvironment).map(({ body }) => body)).toEqual([
    { name: 'development' },
    { name: 'staging' },
    { name: 'production' },
  ])
  expect(api.sent(writeVariables)).toHaveLength(0)
  await expect.element(page.getByText('Done', { exact: true })).toBeInTheDocument()
})

test('names are edited, removed and added; a bad one blocks the button', async () => {
  const { api } = server()
  await show()
  await button('Rename staging').click()
  await userEvent.keyboard('qa 2')
  await expect.element(page.getByText(/^Environment name can only contain/)).toBeVisible()
  await expect.element(button(/^Create/)).toBeDisabled()
  await userEvent.keyboard('{Escape}')
  await expect.element(button('Rename staging')).toHaveFocus()
  await button('Rename staging').click()
  await userEvent.keyboard('qa{Enter}')
  await expect.element(button('Rename qa')).toHaveFocus()
  await button('Remove development').click()
  await expect.element(button('Add')).toHaveFocus()
  await button('Add').click()
  await userEvent.keyboard('load-test{Enter}')
  await expect.element(button('Rename load-test')).toHaveFocus()
  await expectAccessible()
  await button('Create 3 environments').click()
  await expect.element(page.getByText('3 environments created')).toBeVisible()
  expect(api.sent(createEnvironment).map(({ body }) => body)).toEqual([
    { name: 'qa' },
    { name: 'production' },
    { name: 'load-test' },
  ])
})

test('a pasted text shows as keys with doubts, and never as values', async () => {
  const { api } = server()
  await show()
  await paste('DATABASE_URL=postgres://secret-one\nPATH=/opt/secret-two\n')
  await expect.element(foundVariables()).toHaveTextContent('DATABASE_URL')
  await expect.element(foundVariables()).toHaveTextContent('decides which programs are run')
  expect(document.body.innerHTML).not.toContain('secret-')
  await expectAccessible()
  await page.getByLabelText('Add the same keys, empty, to the other environments').click()
  await page.getByLabelText('Into').selectOptions('staging')
  await button('Create 3 environments and save 2 variables').click()
  await expect.element(page.getByText('3 environments created, 6 variables saved')).toBeVisible()
  const empty = { DATABASE_URL: '', PATH: '' }
  expect(api.sent(writeVariables).map(({ path, body }) => [path, body])).toEqual([
    ['/api/env/environments/20/variables', { variables: empty, details: {}, mode: 'merge', remove: [] }],
    [
      '/api/env/environments/21/variables',
      {
        variables: { DATABASE_URL: 'postgres://secret-one', PATH: '/opt/secret-two' },
        details: {},
        mode: 'merge',
        remove: [],
      },
    ],
    ['/api/env/environments/22/variables', { variables: empty, details: {}, mode: 'merge', remove: [] }],
  ])
  await expect.element(page.getByText('Filled 21')).toBeInTheDocument()
})

test('a failure says what exists, keeps what was typed, and the button does the rest', async () => {
  const { api, environments } = server()
  const create = (body: unknown) => {
    const { name } = body as { name: string }
    const environment = sampleEnvironment({ id: 30 + environments.length, name, version: 0 })
    environments.push(environment)
    return { environment }
  }
  api.rejects(writeVariables, 'INTERNAL')
  await show()
  await paste('TOKEN=abc')
  await button('Create 3 environments and save 1 variable').click()
  await expect.element(page.getByText('The variables of development were not saved')).toBeVisible()
  await expect.element(page.getByText(/development exists now/)).toBeVisible()
  await expect.element(foundVariables()).toHaveTextContent('TOKEN')
  expect(button('Remove development').elements()).toHaveLength(0)
  await expectAccessible()

  api.answers(writeVariables, {
    environment: sampleEnvironment(),
    warnings: [],
    added: [],
    changed: [],
    removed: [],
    unchanged: [],
  })
  api.rejects(createEnvironment, 'LIMIT_REACHED')
  await button('Create 2 environments and save 1 variable').click()
  await expect.element(page.getByText('staging was not created')).toBeVisible()
  api.answers(createEnvironment, ({ body }) => create(body))
  await button('Create 2 environments').click()
  await expect.element(page.getByText(/environments created/)).toBeVisible()
  expect(environments.map(({ name }) => name)).toEqual(['development', 'staging', 'production'])
  expect(api.sent(writeVariables)).toHaveLength(2)
})

test('what is typed after a failure is saved as a change', async () => {
  const { api } = server()
  const environment = sampleEnvironment({ id: 20, version: 0 })
  api.answers(createEnvironment, () => {
    api.rejects(createEnvironment, 'LIMIT_REACHED')
    return { environment }
  })
  await show()
  await paste('TOKEN=typpo\nOLD=1')
  await button('Create 3 environments and save 2 variables').click()
  await expect.element(page.getByText('staging was not created')).toBeVisible()
  await button('Edit text').click()
  await field().fill('TOKEN=typo')
  api.answers(createEnvironment, { environment: { ...environment, id: 21 } })
  await button('Create 2 environments and save 1 variable').click()
  await expect.element(page.getByText(/environments created/)).toBeVisible()
  expect(api.sent(writeVariables).map(({ body }) => body)).toMatchObject([
    { variables: { TOKEN: 'typpo', OLD: '1' }, remove: [] },
    { variables: { TOKEN: 'typo' }, remove: ['OLD'] },
  ])
})

test('an environment whose answer was lost is taken over, one with variables is not', async () => {
  const { api, environments } = server()
  environments.push(sampleEnvironment({ id: 40, name: 'Staging', version: 0 }))
  environments.push(sampleEnvironment({ id: 41, name: 'production', version: 3 }))
  api.answers(listEnvironments, { environments: [] })
  await show()
  await expect.element(button('Create 3 environments')).toBeEnabled()
  api.answers(listEnvironments, () => ({ environments }))
  api.rejects(createEnvironment, 'CONFLICT')
  await button('Remove development').click()
  await button('Create 2 environments').click()
  await expect.element(page.getByText('production was not created')).toBeVisible()
  await expect
    .element(page.getByText('An environment with this name already exists in this project'))
    .toBeVisible()
  await expect.element(page.getByText(/staging exists now/)).toBeVisible()
})

test('another project is copied by its names', async () => {
  const { api } = server()
  api.answers(listProjects, { projects: [project, sampleProject({ id: 9, name: 'Storefront' })] })
  api.answers(listVariableNames, { names: ['PORT', 'TOKEN'], version: 4 })
  await show()
  await expect.element(button('Create 3 environments')).toBeVisible()
  const live = sampleEnvironment({ id: 50, name: 'live', color: 'brown', protected: true })
  api.answers(listEnvironments, ({ path }) => ({ environments: path.includes('/9/') ? [live] : [] }))
  await button('Copy another project').click()
  await expect.element(button('Project: Storefront')).toBeVisible()
  await expectAccessible()
  await button('Copy names').click()
  await expect
    .element(page.getByText('Environments and names of Storefront, without its values.'))
    .toBeVisible()
  await button('Create 1 environment and add 2 variables without values').click()
  await expect.element(page.getByText('Environment created, 2 variables saved')).toBeVisible()
  expect(api.sent(createEnvironment).map(({ body }) => body)).toEqual([
    { name: 'live', color: 'brown', protected: true },
  ])
  expect(api.sent(writeVariables).map(({ body }) => body)).toEqual([
    { variables: { PORT: '', TOKEN: '' }, details: {}, mode: 'merge', remove: [] },
  ])
})

test('starting empty closes it; what was typed is asked about', async () => {
  server()
  const { connection } = await show()
  await paste('TOKEN=abc')
  await expect.element(foundVariables()).toBeVisible()
  expect(connection.unsaved.any()).toBe(true)
  await button('Edit text').click()
  await expect.element(field()).toHaveFocus()
  await button('Clear').click()
  await expect.element(field()).toHaveFocus()
  await button('Start empty').click()
  await expect.element(page.getByText('Closed')).toBeVisible()
})

test('a long name fits on a phone', async () => {
  await page.viewport(390, 844)
  onTestFinished(() => page.viewport(1280, 900))
  server()
  await show()
  await button('Add').click()
  await userEvent.keyboard('preview-checkout-redesign-for-the-autumn-campaign{Enter}')
  const remove = button(/^Remove preview-checkout/)
  await expect.element(remove).toBeVisible()
  expect(remove.element().getBoundingClientRect().right).toBeLessThan(390)
})
