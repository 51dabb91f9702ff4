import { expect } from '@playwright/test'
import { signedIn } from '../journey.ts'
import { unlock } from '../on-the-page.ts'

signedIn('what is shown once survives hasty hands', async ({ page, person }) => {
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Account' }).click()
  await page.getByRole('link', { name: 'Access Tokens' }).click()
  await page.locator('#tokens').getByRole('button', { name: 'Create token' }).click()
  const dialog = page.getByRole('dialog').filter({ hasText: 'Personal access token created' })
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Laptop')
  // The vault is locked: the second click lands on what asks for the master password.
  await page.getByRole('dialog').getByRole('button', { name: 'Create token' }).dblclick()
  await unlock(page, person)
  await expect(dialog.getByText(/^ppt_/)).toBeVisible()

  await page.goBack()
  const question = page.getByRole('alertdialog', { name: 'Have you saved it?' })
  await question.getByRole('button', { name: 'Go back' }).click()
  await expect(dialog.getByText(/^ppt_/)).toBeVisible()
  await page.goBack()
  await question.getByRole('button', { name: 'I have saved it' }).click()
  await expect(page).toHaveURL('/account')
})
