import { expect } from '@playwright/test'
import { signedIn } from '../journey.ts'
import { look, lookAtDialog } from '../judge-page.ts'
import { picture } from '../pictures.ts'

signedIn('an operator creates a role, changes it and deletes it', async ({ page }) => {
  await page.goto('/admin/roles')
  await expect(page.getByRole('heading', { level: 1, name: 'Role Management' })).toBeVisible()
  await expect(page.getByText('No custom roles yet')).toBeVisible()
  await page.getByRole('button', { name: 'Permissions (1) of Super administrator' }).click()
  await expect(page.getByText('Everything', { exact: true })).toBeVisible()
  await look(page, 'Roles, before the first custom role')

  await page.getByRole('button', { name: 'Create Your First Role' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill('support')
  await dialog.getByLabel('Display name').fill('Support')
  await dialog.getByLabel('Description').fill('Answers questions of users')
  await dialog.getByLabel('user.read').check()
  await picture(page, 'Dialog of Create Role')
  await dialog.getByRole('button', { name: 'Create Role' }).click()
  await expect(page.getByText('SUPPORT', { exact: true })).toBeVisible()
  await lookAtDialog(page, 'Edit Support')

  await page.getByRole('button', { name: 'Edit Support' }).click()
  await dialog.getByLabel('role.read').check()
  await dialog.getByRole('button', { name: 'Save Role' }).click()
  await expect(page.getByRole('button', { name: 'Permissions (2) of Support' })).toBeVisible()
  await look(page, 'Roles, with a custom role')
  await page.reload()
  await expect(page.getByText('Answers questions of users')).toBeVisible()

  await page.getByRole('button', { name: 'Delete Support' }).click()
  await page.getByRole('button', { name: 'Delete Role' }).click()
  await expect(page.getByText('No custom roles yet')).toBeVisible()
})
