import { expect } from '@playwright/test'
import { signedIn } from '../journey.ts'
import { look } from '../judge-page.ts'
import { picture } from '../pictures.ts'

signedIn('an operator starts a cleanup and finds it among the jobs', async ({ page }) => {
  await page.goto('/admin')
  await expect(page.getByText('0 active, 0 expired user deletion grace periods')).toBeVisible()
  await expect(page.getByText('All Clear')).toBeVisible()
  await page.getByRole('button', { name: 'Clean Orphaned' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog.getByText('Nothing is due now')).toBeVisible()
  await dialog.getByLabel('Reason').fill('After a restore')
  await dialog.getByLabel('Type delete to confirm').fill('delete')
  await picture(page, 'Dialog of Clean Orphaned')
  await dialog.getByRole('button', { name: 'Clean Orphaned' }).click()
  const result = page.getByRole('dialog')
  await expect(result.getByText('Done')).toBeVisible()
  await expect(result.getByText('Orphaned projects')).toBeVisible()
  await picture(page, 'Drawer of a job')
  await result.getByRole('button', { name: 'Close' }).last().click()

  await page.getByRole('button', { name: 'System Tools' }).click()
  await page.getByRole('menuitem', { name: 'Jobs' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Jobs' })).toBeVisible()
  await look(page, 'Jobs')
  await page.getByRole('button', { name: 'Clean Orphaned' }).click()
  await expect(page.getByRole('dialog').getByText('After a restore')).toBeVisible()
})
