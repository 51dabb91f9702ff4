import { listApiKeys } from '@envhold/contract/api-keys.ts'
import { inviteCollaborator, listCollaborators } from '@envhold/contract/collaborators/collaborators.ts'
import { listEnvironments, updateEnvironment } from '@envhold/contract/environments/environments.ts'
import { readProject } from '@envhold/contract/projects/projects.ts'
import { expect, type Page } from '@playwright/test'
import { seedApiKey, seedProject } from '../../dev/world/seed-project.ts'
import { signedIn } from '../journey.ts'
import { unlock } from '../on-the-page.ts'
import { picture } from '../pictures.ts'

const undo = (page: Page) => page.getByRole('button', { name: 'Undo' }).click()

signedIn('the edit of a project and of an environment is undone', async ({ page, person }) => {
  const { project } = await seedProject(person, 'staging', 'production')
  const { client } = person
  const params = { id: project.id }
  await page.goto('/dashboard')
  await page.getByRole('button', { name: `More for ${project.name}` }).click()
  await page.getByRole('menuitem', { name: 'Edit project' }).click()
  const form = page.getByRole('dialog', { name: 'Edit Project' })
  await form.getByLabel('Project name').fill('Market')
  await form.getByRole('button', { name: 'Save project' }).click()
  await expect(page.getByRole('link', { name: 'Market' })).toBeVisible()
  await undo(page)
  await expect(page.getByText(`Restored ${project.name}`)).toBeVisible()
  await expect(page.getByRole('link', { name: project.name })).toBeVisible()
  expect((await client.call(readProject, { params })).project.name).toBe(project.name)

  const names = async () => {
    const { environments } = await client.call(listEnvironments, { params: { projectId: project.id } })
    return environments.map(({ name }) => name).sort()
  }
  const rename = async (from: string, to: string) => {
    await page.getByRole('button', { name: `Edit ${from}` }).click()
    await page.getByLabel('Environment name').fill(to)
    await page.getByRole('button', { name: `Save ${from}` }).click()
    await expect(page.getByRole('row', { name: to })).toBeVisible()
  }
  await page.goto(`/project/${project.id}?tab=environments`)
  await rename('staging', 'preview')
  await picture(page, 'Renamed environment')
  await undo(page)
  await expect(page.getByRole('row', { name: 'staging' })).toBeVisible()
  expect(await names()).toEqual(['production', 'staging'])

  await rename('staging', 'qa')
  const { environments } = await client.call(listEnvironments, { params: { projectId: project.id } })
  const id = environments.find(({ name }) => name === 'qa')?.id ?? 0
  await client.call(updateEnvironment, { params: { id }, body: { name: 'test' } })
  await undo(page)
  await expect(page.getByText(/^Changed again in the meantime/)).toBeVisible()
  expect(await names()).toEqual(['production', 'test'])
})

signedIn('the edit of an API key and of an invitation is undone', async ({ page, person }) => {
  const { project, environments } = await seedProject(person, 'staging', 'production')
  const { client } = person
  const params = { id: project.id }
  await seedApiKey(person, project.id)
  const [first = 0] = environments.map(({ id }) => id)
  const body = { email: 'grace@example.com', role: 'read' as const, environments: [first] }
  await client.call(inviteCollaborator, { params, body })

  await page.goto(`/project/${project.id}?tab=api-keys`)
  const key = async () => (await client.call(listApiKeys, { params })).api_keys[0]
  const before = await key()
  await page.getByRole('button', { name: `Edit ${before?.key_name}` }).click()
  await page.getByLabel('Name', { exact: true }).fill('Pipeline')
  await page.getByRole('button', { name: 'Save API key' }).click()
  await expect(page.getByRole('row', { name: /Pipeline/ })).toBeVisible()
  await undo(page)
  await expect(page.getByRole('row', { name: before?.key_name ?? '' })).toBeVisible()
  expect(await key()).toMatchObject({ key_name: before?.key_name, expires_at: before?.expires_at })

  await page.goto(`/project/${project.id}?tab=collaborators`)
  await page.getByRole('button', { name: 'Edit invitation of grace@example.com' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Invitation' })
  await dialog.getByText('production').click()
  await dialog.getByRole('button', { name: 'Save invitation' }).click()
  await unlock(page, person)
  await expect(page.getByText('Invitation updated')).toBeVisible()
  await undo(page)
  await expect(page.getByText('Restored the permissions of grace@example.com')).toBeVisible()
  const { collaborators } = await client.call(listCollaborators, { params })
  expect(collaborators).toMatchObject([{ role: 'read', shared_environments: [first] }])
})
