import { listApiKeyPermissions, listApiKeys } from '@envhold/contract/api-keys.ts'
import { listEnvironments } from '@envhold/contract/environments/environments.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeApi } from '../../tests/fake-api.ts'
import { renderPart } from '../../tests/render-part.tsx'
import { sampleApiKey, sampleEnvironment, sampleProject } from '../../tests/samples.ts'
import { ApiKeysTab } from './api-keys-tab.tsx'

test.each(['Create API Key', `Edit ${sampleApiKey().key_name}`])(
  'the form behind “%s” opens when it has all that it lists, so that nothing in it moves',
  async (name) => {
    const api = fakeApi()
    const { id } = sampleProject()
    api.answers(listApiKeys, { api_keys: [sampleApiKey()] })
    api.answers(listEnvironments, { environments: [sampleEnvironment({ project_id: id })] })
    const answer = api.holds(listApiKeyPermissions)
    await renderPart(<ApiKeysTab project={sampleProject({ user_role: 'owner' })} />)
    await page.getByRole('button', { name }).click()
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    const description = 'Read variable names, without values'
    answer({ permissions: [{ name: 'read_schema', description, required: false }] })
    const dialog = page.getByRole('dialog')
    await expect.element(dialog.getByRole('group', { name: 'Environments' })).toBeVisible()
    expect(dialog.getByText(description).elements()).toHaveLength(1)
  },
)

test('a form whose permissions cannot be listed stays open, and asks once more', async () => {
  const api = fakeApi()
  api.answers(listApiKeys, { api_keys: [sampleApiKey()] })
  api.answers(listEnvironments, { environments: [sampleEnvironment()] })
  api.rejects(listApiKeyPermissions, 'INTERNAL')
  await renderPart(<ApiKeysTab project={sampleProject({ user_role: 'owner' })} />)
  await page.getByRole('button', { name: `Edit ${sampleApiKey().key_name}` }).click()
  const name = page.getByRole('dialog').getByLabelText('Name')
  await name.fill('Renamed')
  await expect.poll(() => api.sent(listApiKeyPermissions).length).toBe(2)
  await expect.element(name).toHaveValue('Renamed')
})
