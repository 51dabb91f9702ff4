import { verifyEmail } from '@envhold/contract/accounts/account-settings.ts'
import { createProject } from '@envhold/contract/projects/projects.ts'
import { expect, type Page } from '@playwright/test'
import { seedProject } from '../../dev/world/seed-project.ts'
import { signedIn } from '../journey.ts'
import { mailedLink } from '../mailed-link.ts'

const logoOf = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Envhold' })
const topOf = async (page: Page, name: RegExp) =>
  (await page.getByRole('row', { name }).first().boundingBox())?.y ?? Number.NaN

signedIn('the logo stays where it is when a project opens', async ({ page, person }) => {
  await seedProject(person, 'production')
  await page.setViewportSize({ width: 1440, height: 900 })
  for (const width of [1440, 768, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible()
    const header = await page.getByRole('banner').boundingBox()
    const logo = await logoOf(page).boundingBox()
    await page.getByRole('article').getByRole('link').first().click()
    await expect(page).toHaveURL(/\/project\//)
    await expect(page.getByRole('link', { name: 'Back to Dashboard' })).toBeVisible()
    expect(await logoOf(page).boundingBox()).toEqual(logo)
    expect((await page.getByRole('banner').boundingBox())?.height).toBe(header?.height)
  }
})

signedIn(
  'with many projects, the first row is near the top, and the order is kept',
  async ({ page, person, server }) => {
    const names = ['Alpha', 'Bravo', 'Charlie', 'Delta', 'Echo', 'Foxtrot', 'Golf', 'Hotel', 'India']
    for (const name of names) await person.client.call(createProject, { body: { name } })
    await page.setViewportSize({ width: 1440, height: 900 })
    // Without a notice above the projects.
    await page.goto('/dashboard')
    await page.getByRole('button', { name: 'Send link again' }).click()
    const link = await mailedLink(server.dataDir, 'verify-email', person.email)
    await person.client.call(verifyEmail, { body: { token: link.split('#')[1] ?? '' } })
    await page.goto('/dashboard')
    await expect(page.getByRole('row', { name: /^Alpha/ })).toBeVisible()
    expect(await topOf(page, /^Alpha/)).toBeLessThanOrEqual(254)
    await expect(page.getByRole('row', { name: /^Alpha/ })).toContainText(person.username)
    const first = page.locator('a[data-project]').first()
    await page.getByRole('button', { name: 'Sort by: Last opened' }).click()
    await page.getByRole('menuitemradio', { name: 'Last changed' }).click()
    await expect(first).toHaveText('India')
    await page.reload()
    await expect(first).toHaveText('India')
  },
)

signedIn('each part of the account page has an address, and former ones lead there', async ({ page }) => {
  await page.goto('/account')
  const navigation = page.getByRole('navigation', { name: 'Account settings' })
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible()
  await navigation.getByRole('link', { name: 'Security' }).click()
  await expect(page).toHaveURL('/account/security')
  await expect(page.getByRole('heading', { name: 'Your vault' })).toBeVisible()
  await expect(navigation.getByRole('link', { name: 'Security' })).toHaveAttribute('aria-current', 'page')
  await expect(navigation.getByRole('link', { name: 'Security' })).toBeFocused()
  await navigation.getByRole('link', { name: 'Access Tokens' }).click()
  await expect(page.getByRole('heading', { name: 'Personal Access Tokens' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Your vault' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible()
  await page.goto('/account#tokens')
  await expect(page).toHaveURL('/account/tokens#tokens')
  await page.goto('/account#sessions')
  await expect(page).toHaveURL('/account/security#sessions')
})
