import { readSession } from '@envhold/contract/accounts/accounts.ts'
import { expect, type Page } from '@playwright/test'
import { type Person, signUp } from '../../dev/world/sign-up.ts'
import { signedIn } from '../journey.ts'
import { mailedLink } from '../mailed-link.ts'

const isVerified = async ({ client }: Person) => (await client.call(readSession, {})).user.email_verified

async function signIn(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel('E-mail or username').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

signedIn(
  'an address is confirmed by the account that claims it, and by nobody else',
  async ({ page, person, server }) => {
    const grace = await signUp(server.url, { email: 'grace@example.com', masterPassword: null })
    const link = await mailedLink(server.dataDir, 'verify-email', grace.email)
    const secret = link.split('#')[1] ?? ''
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))

    // As another account: it says so, and offers nothing but to leave it.
    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'This link belongs to another account' })).toBeVisible()
    await expect(page.getByText('grace@example.com')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Confirm address' })).toHaveCount(0)
    expect(page.url()).not.toContain(secret)
    await page.getByRole('button', { name: 'Switch account' }).click()

    // Signed out: it asks to sign in, and keeps the link meanwhile. Another account does not do.
    await expect(page.getByRole('heading', { name: 'Sign in to confirm this address' })).toBeVisible()
    await expect(page.getByLabel('E-mail or username')).toHaveValue('grace@example.com')
    await signIn(page, person)
    await expect(page.getByRole('heading', { name: 'This link belongs to another account' })).toBeVisible()
    await page.getByRole('button', { name: 'Switch account' }).click()
    expect(await isVerified(grace)).toBe(false)

    // As the account that claims the address: one button.
    await signIn(page, grace)
    await page.getByRole('button', { name: 'Confirm address' }).click()
    await expect(page.getByRole('heading', { name: 'Your e-mail address is verified' })).toBeVisible()
    expect(await isVerified(grace)).toBe(true)
    expect(requests.filter((url) => url.includes(secret))).toEqual([])

    await page.goto('/docs')
    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'Your address is verified already' })).toBeVisible()
  },
)
