import { createClient } from '@envhold/client/client.ts'
import { login } from '@envhold/contract/accounts.ts'
import { expect } from '@playwright/test'
import { signUp } from '../../dev/world/sign-up.ts'
import { journey } from '../journey.ts'

journey(
  'strangers’ wrong passwords do not keep a browser out that has signed in before',
  async ({ page, server }) => {
    const { email, password } = await signUp(server.url, { masterPassword: null })
    const signIn = async () => {
      await page.goto('/login')
      await page.getByLabel('E-mail or username').fill(email)
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    }
    await signIn()
    await expect(page).toHaveURL(/dashboard/)
    await page
      .getByRole('button', { name: /account|menu/i })
      .first()
      .click()
    await page.getByRole('menuitem', { name: /sign out|log out/i }).click()
    await expect(page).toHaveURL(/login/)

    // Each guess in parallel may be looked at, up to five; then this address waits a second, two, four …
    const stranger = createClient({ server: server.url })
    const guess = () => stranger.call(login, { body: { email, password: 'wrong' } }).catch(({ code }) => code)
    for (let round = 0; round < 4; round++) await Promise.all([guess(), guess(), guess(), guess()])
    expect(await stranger.call(login, { body: { email, password } }).catch(({ code }) => code)).toBe(
      'LOCKED_OUT',
    )

    await signIn()
    await expect(page).toHaveURL(/dashboard/)
  },
)
