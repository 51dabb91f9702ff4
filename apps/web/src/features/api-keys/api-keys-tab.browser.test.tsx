import { listApiKeys, readApiKeyCalls } from '@envhold/contract/api-keys.ts'
import { listEnvironments } from '@envhold/contract/environments/environments.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../tests/expect-accessible.ts'
import { fakeApi } from '../../tests/fake-api.ts'
import { renderPart } from '../../tests/render-part.tsx'
import { sampleApiKey, sampleEnvironment, sampleProject } from '../../tests/samples.ts'
import { ApiKeysTab } from './api-keys-tab.tsx'

const project = sampleProject({ user_role: 'owner' })
const show = () => renderPart(<ApiKeysTab project={project} />)

test.each(['Create API Key', `Edit ${sampleApiKey().key_name}`])(
  'the form behind “%s” opens when it has all that it lists, so that nothing in it moves',
  async (name) => {
    const api = fakeApi()
    api.answers(listApiKeys, { api_keys: [sampleApiKey()] })
    const answer = api.holds(listEnvironments)
    await show()
    await page.getByRole('button', { name }).click()
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    answer({ environments: [sampleEnvironment({ project_id: project.id, name: 'qa' })] })
    const group = page.getByRole('dialog').getByRole('group', { name: 'Environments' })
    await expect.element(group).toBeVisible()
    await expect.element(group.getByRole('checkbox', { name: 'qa' })).toBeInTheDocument()
  },
)

test('a form whose environments cannot be listed opens, and what is typed stays', async () => {
  const api = fakeApi()
  api.answers(listApiKeys, { api_keys: [sampleApiKey()] })
  api.rejects(listEnvironments, 'INTERNAL')
  await show()
  await page.getByRole('button', { name: `Edit ${sampleApiKey().key_name}` }).click()
  const name = page.getByRole('dialog').getByLabelText('Name', { exact: true })
  await name.fill('Renamed')
  await expect.element(name).toHaveValue('Renamed')
})

test('without a key there is one sentence and one button, which opens the form', async () => {
  const api = fakeApi()
  api.answers(listApiKeys, { api_keys: [] })
  api.answers(listEnvironments, { environments: [sampleEnvironment()] })
  await show()
  await expect.element(page.getByText('No API keys yet')).toBeVisible()
  await expectAccessible()
  await page.getByRole('button', { name: 'Create API Key' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Create API Key' })).toBeVisible()
})

test('the example is for an environment that the newest key reads', async () => {
  const api = fakeApi()
  const newest = sampleApiKey({ id: 'k2', environment_access: ['12'] })
  api.answers(listApiKeys, { api_keys: [newest, sampleApiKey({ key_name: 'Older' })] })
  api.answers(listEnvironments, {
    environments: [sampleEnvironment(), sampleEnvironment({ id: 12, name: 'qa & load' })],
  })
  api.answers(readApiKeyCalls, { calls: [], plan: { name: 'Pro', rate_limit_per_hour: 1_000 } })
  await show()
  await expect.element(page.getByText('/api/v1/inject/7/qa%20%26%20load?format=dotenv')).toBeVisible()
})
