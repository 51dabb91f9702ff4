import { createClient } from '@envhold/client/client.ts'
import { login } from '@envhold/contract/accounts/accounts.ts'
import { expect } from '@playwright/test'
import { journey } from '../journey.ts'

journey(
  'strangers’ wrong passwords do not keep a browser out that has signed in before',
  async ({ page, server }) => {
    const { email, password } = await server.addPerson({ masterPassword: null })
    const signIn = async () => {
      await page.goto('/login')
      await page.getByLabel('E-mail or username').fill(email)
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    }
    await signIn()
    await expect(page).toHaveURL(/dashboard/)
    // Before there is a master password, too.
    await expect(page.getByText('Confirm your e-mail address to see invitations')).toBeVisible()
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL(/login/)

    // Failures make this address wait a second, two, four, eight.
    const stranger = createClient({ server: server.url })
    const guess = (attempt: string) =>
      stranger.call(login, { body: { email, password: attempt } }).then(
        () => 0,
        ({ retryAfter }: { retryAfter?: number }) => retryAfter ?? 0,
      )
    await expect.poll(() => guess('wrong'), { timeout: 40_000, intervals: [10] }).toBeGreaterThanOrEqual(8)
    expect(await guess(password)).toBeGreaterThan(0)

    await signIn()
    await expect(page).toHaveURL(/dashboard/)
  },
)
