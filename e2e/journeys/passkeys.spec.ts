import { expect, type Page } from '@playwright/test'
import { signedInFree } from '../journey.ts'
import { openVariables, rowOf, unlock } from '../on-the-page.ts'
import { seedProject } from '../seed.ts'
import { addAuthenticator } from '../virtual-authenticator.ts'

signedInFree.use({ host: 'localhost' })

const passkeysRow = (page: Page) => page.locator('#passkeys')
const startAdding = async (page: Page) => {
  await page.goto('/account/security')
  await page.getByRole('button', { name: 'Add passkey' }).click()
  await page.getByRole('button', { name: 'Create passkey' }).click()
}

signedInFree('a passkey signs in and opens the vault', async ({ page, person }) => {
  const { projectId } = await seedProject(person, 'Storefront', { production: { GREETING: 'Hello' } })
  const authenticator = await addAuthenticator(page, { hasPrf: true, transport: 'internal' })
  await openVariables(page, projectId)
  await unlock(page, person)
  await expect(rowOf(page, 'GREETING')).toBeVisible()
  // Within the app, so that the vault stays open.
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Account' }).click()
  await page.getByRole('link', { name: 'Security' }).click()
  await page.getByRole('button', { name: 'Add passkey' }).click()
  await page.getByRole('button', { name: 'Create passkey' }).click()
  await expect(
    page.getByText('Anyone who has this passkey and can unlock the device can open your vault.'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Open the vault with it' }).first().click()
  await expect(passkeysRow(page).getByText('Opens your vault')).toBeVisible()
  await expect(passkeysRow(page).getByText('Synced')).toBeVisible()

  await page.getByRole('button', { name: 'Logout' }).click()
  // The sign-in form has the browser suggest the passkey, and this authenticator's user picks it at once.
  await expect(page).toHaveURL(/dashboard/)

  await openVariables(page, projectId)
  await page.getByRole('button', { name: 'Unlock with passkey' }).click()
  await expect(rowOf(page, 'GREETING')).toBeVisible()

  // The browser has signed in to this account before, and says so.
  const again = page.waitForRequest((request) => request.url().endsWith('/api/auth/passkey'))
  await page.getByRole('button', { name: 'Logout' }).click()
  expect((await again).postDataJSON()).toMatchObject({ deviceToken: expect.stringMatching(/^dev_/) })
  // Chromium closes no page whose authenticator is at work.
  await expect(page).toHaveURL(/dashboard/)
  await authenticator.remove()
})

signedInFree('an authenticator without PRF signs in, and is said not to open the vault', async ({ page }) => {
  await addAuthenticator(page, { hasPrf: false, transport: 'usb' })
  await startAdding(page)
  await expect(page.getByText(/It cannot open your vault/)).toBeVisible()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(passkeysRow(page).getByText('This device only')).toBeVisible()
  await expect(passkeysRow(page).getByRole('button', { name: /Open the vault/ })).toHaveCount(0)
})

signedInFree('a user who is not verified adds nothing, and may try again', async ({ page }) => {
  const authenticator = await addAuthenticator(page, { hasPrf: true, transport: 'internal' })
  await authenticator.setVerified(false)
  await startAdding(page)
  await expect(page.getByText('Nothing happened. Try again, or cancel.')).toBeVisible()
  // After three failures it asks for nothing more.
  await authenticator.remove()
  await addAuthenticator(page, { hasPrf: true, transport: 'internal' })
  await page.getByRole('button', { name: 'Create passkey' }).click()
  await expect(passkeysRow(page).getByText('Synced')).toBeVisible()
})
