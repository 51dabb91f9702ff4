import { expect, type Page } from '@playwright/test'
import {
  type IdentityProvider,
  startIdentityProvider,
} from '../../dev/world/identity-provider/identity-provider.ts'
import { setProvider } from '../../dev/world/identity-provider/set-provider.ts'
import { journey, type Running } from '../journey.ts'

const label = 'Example ID'
const callback = '/sign-in/callback'

const withProvider = journey.extend<{ idp: IdentityProvider }>({
  idp: async ({ server }, use) => {
    const idp = await startIdentityProvider([`${server.url}${callback}`])
    // The first account operates the server, and has a password.
    await server.addPerson({ masterPassword: null })
    await setUp(server, idp)
    await use(idp)
    await idp.stop()
  },
})

const setUp = ({ settings }: Running, { issuer, clientId, clientSecret }: IdentityProvider, more = {}) =>
  setProvider(settings, { issuer, clientId, clientSecret, label, createAccounts: true, ...more })

async function goToProvider(page: Page): Promise<void> {
  await page.goto('/login')
  await page.getByRole('button', { name: `Continue with ${label}` }).click()
}

withProvider(
  'a first sign-in at the provider creates an account; the next one finds it',
  async ({ page, idp }) => {
    await goToProvider(page)
    await expect(page.getByRole('heading', { name: label })).toBeVisible()
    expect(new URL(page.url()).origin).toBe(idp.issuer)
    await page.getByRole('link', { name: 'Sign in as ada' }).click()
    await page.waitForURL('**/dashboard')
    expect(await page.evaluate(() => localStorage.getItem('username'))).toBe('ada')
    expect(await page.evaluate(() => sessionStorage.getItem('provider-sign-in'))).toBeNull()

    // The account page shows the link, which is the only way in.
    await page.goto('/account/security')
    await expect(page.getByText('This is the only way in to your account')).toBeVisible()
    await expect(page.getByRole('button', { name: `Remove ${label}` })).toBeDisabled()

    // Going back does not lead to an answer of the provider, and reloading the callback says what to do.
    await page.goto(callback)
    await expect(page.getByText('There is no sign-in to finish')).toBeVisible()

    await page.evaluate(() => localStorage.clear())
    await goToProvider(page)
    await page.waitForURL('**/dashboard')
    expect(await page.evaluate(() => localStorage.getItem('username'))).toBe('ada')
  },
)

withProvider('who may not sign in reads why', async ({ page, idp, server }) => {
  await goToProvider(page)
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page.getByText(`${label} did not sign you in`)).toBeVisible()
  expect(page.url()).toBe(`${server.url}${callback}`)

  await setUp(server, idp, { requiredClaim: 'groups', requiredValue: 'admins' })
  await goToProvider(page)
  await page.getByRole('link', { name: 'Sign in as ada' }).click()
  await expect(page.getByText(`Your account at ${label} has no access to this server`)).toBeVisible()

  // The answer of another browser's sign-in.
  await page.goto(`${callback}?code=x&state=${'A'.repeat(43)}`)
  await expect(page.getByText('This sign-in was not started here')).toBeVisible()
  expect(page.url()).toBe(`${server.url}${callback}`)

  await setUp(server, idp, { onlyWayIn: true })
  // The form reads the settings every few seconds.
  await expect(async () => {
    await page.goto('/login')
    await expect(page.getByRole('button', { name: 'Sign in with a password' })).toBeVisible({
      timeout: 1_000,
    })
  }).toPass()
  await expect(page.getByLabel('Password', { exact: true })).toHaveCount(0)
})

withProvider(
  'an account is linked in a window of its own, and the link is removed',
  async ({ page, idp, server }) => {
    const grace = await server.addPerson({ email: 'grace@example.com', masterPassword: null })
    await page.goto('/login')
    await page.getByLabel('E-mail or username').fill(grace.email)
    await page.getByLabel('Password', { exact: true }).fill(grace.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForURL('**/dashboard')
    await page.goto('/account/security')
    await page.getByRole('button', { name: `Link ${label}` }).click()
    await page
      .getByRole('button', { name: `Link ${label}`, exact: true })
      .last()
      .click()
    const opened = page.waitForEvent('popup')
    await page.getByRole('button', { name: `Continue with ${label}` }).click()
    const popup = await opened
    await popup.getByRole('link', { name: 'Sign in as grace' }).click()
    await expect(page.getByText('Linked', { exact: true })).toBeVisible()
    expect(idp.log).toContain('POST /token')

    // Its session goes on under the new token.
    await page.reload()
    await page.getByRole('button', { name: `Remove ${label}` }).click()
    await page
      .getByRole('button', { name: `Remove ${label}`, exact: true })
      .last()
      .click()
    await expect(page.getByText('Not linked')).toBeVisible()
  },
)
