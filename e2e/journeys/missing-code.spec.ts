import { logout } from '@envhold/contract/accounts/accounts.ts'
import { expect, type Page } from '@playwright/test'
import { signedIn } from '../journey.ts'
import { openSignedOut, openVariables, signIn, unlock } from '../on-the-page.ts'
import { seedProject } from '../seed.ts'

/** Files of the page whose names begin so do not load, as after an upgrade of the server. */
const withhold = (page: Page, name: string) =>
  page.route(new RegExp(`/assets/${name}-[^/]*\\.js$`), (route) => route.abort('connectionrefused'))

signedIn('an import of YAML whose reader does not load says what to do', async ({ page, person }) => {
  const { projectId } = await seedProject(person, 'Storefront', { production: { PORT: '80' } })
  await withhold(page, 'parse-yaml')
  await openVariables(page, projectId)
  await unlock(page, person)
  await page.getByRole('button', { name: 'Import .env' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import into production' })
  await dialog.getByLabel('Text of the .env, JSON or YAML file').fill('PORT: 8080')
  await expect(dialog.getByRole('alert')).toContainText('The part that reads YAML did not load.')
})

signedIn('the second step of signing in again comes with the first', async ({ page, person }) => {
  const { projectId } = await seedProject(person, 'Storefront', { production: { GREETING: 'Hello' } })
  await openVariables(page, projectId)
  await unlock(page, person)
  await page.getByRole('button', { name: 'Edit GREETING' }).click()
  const form = page.getByRole('dialog', { name: 'Edit Variable' })
  await form.getByLabel('Value').fill('typed before the session ended')
  const expired = page.getByRole('dialog', { name: 'Sign in' })
  await person.client.call(logout, {})
  await expect(async () => {
    if (await expired.isHidden())
      await form.getByRole('button', { name: /^Save to / }).click({ timeout: 1_000 })
    await expect(expired).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await withhold(page, '.*')
  const error = { error: 'MFA_REQUIRED', message: 'Confirm', request_id: 'r' }
  await page.route('**/api/auth/login', (route) =>
    route.fulfill({ status: 401, json: { ...error, methods: ['totp'], ticket: 'ticket' } }),
  )
  await signIn(page, person)
  await expect(expired.getByLabel('Code', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Value', { exact: true })).toHaveValue('typed before the session ended')
})

signedIn('a menu that does not load says so, and the page stays', async ({ page, person }) => {
  await seedProject(person, 'Storefront', { production: {} })
  await withhold(page, 'later')
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'More for Storefront' }).click()
  await expect(page.getByRole('alert')).toContainText('This part did not load')
  await expect(page.getByRole('link', { name: 'Storefront' })).toBeVisible()
})

signedIn.describe('at a host with a name, as passkeys need it', () => {
  signedIn.use({ host: 'localhost' })

  signedIn('a passkey whose code does not load says so', async ({ browser, server }) => {
    const page = await openSignedOut(browser, server.url)
    await withhold(page, 'sign-in-by-passkey')
    await page.goto('/login')
    const dialog = page.getByRole('dialog', { name: 'Sign in' })
    await dialog.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await expect(dialog.getByRole('alert')).toContainText('The part for passkeys did not load.')
  })
})
