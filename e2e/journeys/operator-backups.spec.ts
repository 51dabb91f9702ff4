import { expect } from '@playwright/test'
import { signedIn } from '../journey.ts'
import { look } from '../judge-page.ts'
import { picture } from '../pictures.ts'

signedIn('an operator backs up the database, verifies the backup and deletes it', async ({ page }) => {
  await page.goto('/admin')
  await page.getByRole('button', { name: 'Instance' }).click()
  await page.getByRole('menuitem', { name: 'Backups' }).click()
  await expect(page.getByText('The server secret is not in a backup')).toBeVisible()
  await page.getByRole('button', { name: 'Back Up Now' }).click()
  const row = page.getByRole('row', { name: /envhold-\d{8}T\d{6}Z\.db/ })
  await expect(row.getByText('Done')).toBeVisible()
  await look(page, 'Backups')
  await row.getByRole('button').click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('button', { name: 'Verify' }).click()
  await expect(drawer.getByText('everything that can be verified is valid')).toBeVisible()
  await picture(page, 'Drawer of a verified backup')
  await drawer.getByRole('button', { name: 'Delete Backup' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByLabel('Type delete to confirm').fill('delete')
  await picture(page, 'Dialog of Delete Backup')
  await question.getByRole('button', { name: 'Delete Backup' }).click()
  await expect(page.getByText('There is no backup yet')).toBeVisible()
})
