import { expect } from '@playwright/test'
import { seedApiKey, seedEnvironment } from '../../dev/world/seed-project.ts'
import { signedIn } from '../journey.ts'
import { look } from '../judge-page.ts'
import { picture } from '../pictures.ts'

signedIn('an operator deactivates a key, and its owner reads why', async ({ page, person, server }) => {
  const { projectId } = await seedEnvironment(person)
  const { apiKey } = await seedApiKey(person, projectId, { name: 'Deploy' })
  const read = () =>
    fetch(`${server.url}/api/v1/inject/${projectId}/production`, { headers: { 'x-api-key': apiKey } })
  expect((await read()).status).toBe(200)

  await page.goto('/admin')
  await page.getByRole('button', { name: 'System Tools' }).click()
  await page.getByRole('menuitem', { name: 'API Keys' }).click()
  await expect(page.getByText('API Keys (1)')).toBeVisible()
  await expect(page.getByText('1 active, 0 expired')).toBeVisible()
  await look(page, 'API keys')
  await page.getByRole('button', { name: 'View Deploy' }).click()
  const drawer = page.getByRole('dialog', { name: 'Deploy' })
  await expect(drawer.getByText(`/v1/inject/${projectId}/production`)).toBeVisible()
  await picture(page, 'Drawer of a key')
  await drawer.getByRole('button', { name: 'Deactivate' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByLabel('Reason for deactivation').fill('Published in a repository')
  await picture(page, 'Dialog of Deactivate')
  await dialog.getByRole('button', { name: 'Deactivate Key' }).click()
  await expect(page.getByText('API key deactivated successfully')).toBeVisible()
  await expect(page.getByRole('row', { name: 'Deploy' })).toContainText('Deactivated')
  expect((await read()).status).toBe(401)

  await page.goto(`/project/${projectId}?tab=api-keys`)
  await expect(page.getByText('Deactivated by an operator')).toBeVisible()
  await expect(page.getByText('Reason: Published in a repository')).toBeVisible()
  await picture(page, 'A deactivated key, as its owner sees it')
})
