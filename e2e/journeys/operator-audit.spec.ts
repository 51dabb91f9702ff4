import { expect } from '@playwright/test'
import { signedIn } from '../journey.ts'
import { look } from '../judge-page.ts'
import { picture } from '../pictures.ts'

signedIn('an operator searches the audit log and verifies it', async ({ page, person }) => {
  await page.goto('/admin')
  await page.getByRole('button', { name: 'Instance' }).click()
  await page.getByRole('menuitem', { name: 'Audit Log' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Audit Log' })).toBeVisible()
  await page.getByLabel('User, e-mail or id').fill(person.email)
  await expect(page).toHaveURL(/user=/)
  await page.getByLabel('Event').selectOption('account_created')
  await page.getByRole('button', { name: 'Account created' }).click()
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByText(`activity/account/${person.userId}`)).toBeVisible()
  await picture(page, 'Drawer of an entry')
  await page.keyboard.press('Escape')
  await look(page, 'Audit Log')

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  expect((await download).suggestedFilename()).toMatch(/^envhold-audit-activity-.*\.csv$/)

  await page.getByRole('button', { name: 'Verify Now' }).click()
  await page.getByRole('menuitem', { name: 'Verify Audit Logs' }).click()
  await expect(page.getByText('Both logs are valid')).toBeVisible()
  await picture(page, 'Verified')
})
