import { createProject } from '@envhold/contract/projects/projects.ts'
import { expect } from '@playwright/test'
import { signedIn } from '../journey.ts'
import { look } from '../judge-page.ts'
import { picture } from '../pictures.ts'

signedIn('an operator lowers a limit with notice, and calls it off', async ({ page, server }) => {
  const grace = await server.addPerson({ email: 'grace@example.com' })
  await grace.client.call(createProject, { body: { name: 'Storefront' } })
  await page.goto('/admin/plans')
  await page.getByRole('button', { name: 'Edit Free' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Free' })
  await dialog.getByLabel('Max projects').fill('0')
  const touched = dialog.getByRole('region', { name: 'Lower limits' })
  await expect(touched).toContainText('1 account uses more than this')
  await expect(touched.getByRole('listitem')).toHaveText(/grace.*1 project, 0 collaborators/)
  const save = dialog.getByRole('button', { name: 'Save Plan' })
  await expect(save).toBeDisabled()
  await touched.getByLabel('Reason').fill('The free plan is for trying')
  await touched.getByLabel('Type starter to confirm').fill('starter')
  await touched.scrollIntoViewIfNeeded()
  await picture(page, 'Dialog of a lower limit')
  await save.click()
  await expect(page.getByText(/The lower limits apply from /)).toBeVisible()
  await expect(page.getByText(/^0 projects from /)).toBeVisible()
  await look(page, 'Plans with a lower limit ahead')

  await page.getByRole('button', { name: 'Call Off' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Call Off' }).click()
  await expect(page.getByText(/^0 projects from /)).toBeHidden()
})
