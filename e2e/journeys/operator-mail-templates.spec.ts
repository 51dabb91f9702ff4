import { expect } from '@playwright/test'
import { signedIn } from '../journey.ts'
import { look } from '../judge-page.ts'

signedIn('an operator previews a mail as its reader sees it', async ({ page }) => {
  await page.goto('/admin/email-templates')
  await expect(page.getByText('Select a Template')).toBeVisible()
  await look(page, 'Email templates')

  await page.getByRole('tab', { name: /^Security/ }).click()
  await page.getByRole('button', { name: 'Preview new-sign-in' }).click()
  const mail = page.frameLocator('iframe[title="Preview of new-sign-in"]')
  const notMe = mail.getByRole('link', { name: 'This was not me' })
  await expect(notMe).toHaveAttribute('href', 'https://vault.example.com/not-me#example')
  // The policy of the page lets the mail have its style.
  await expect(notMe).toHaveCSS('font-family', /Inter/)
  await expect(page).toHaveURL(/category=security&template=new-sign-in/)
  await look(page, 'Email templates, with a preview')

  await page.getByLabel('Test recipient').fill('tester@example.com')
  await page.getByRole('button', { name: 'Send Test of new-sign-in' }).click()
  await expect(page.getByText('Test email sent successfully to tester@example.com')).toBeVisible()
})
