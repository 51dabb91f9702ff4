import { expect } from '@playwright/test'
import { signedIn } from '../journey.ts'
import { mailedLink } from '../mailed-link.ts'

const newPassword = 'a sentence that nobody guesses'

signedIn(
  'a forgotten password is set with a mailed link, whose secret leaves the address bar',
  async ({ page, browser, server, person }) => {
    const visitor = await (await browser.newContext({ baseURL: server.url })).newPage()
    await visitor.goto('/reset-password')
    await visitor.getByLabel('E-mail').fill(person.email)
    await visitor.getByRole('button', { name: 'Mail me a link' }).click()
    await expect(visitor.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()

    const link = await mailedLink(server.dataDir, 'reset-password', person.email)
    await visitor.goto(link)
    await expect(visitor.getByText('Your vault stays as it is')).toBeVisible()
    expect(visitor.url()).toBe(`${server.url}/reset-password`)
    await visitor.getByLabel('New password', { exact: true }).fill(newPassword)
    await visitor.getByLabel('Confirm new password').fill(newPassword)
    await visitor.getByRole('button', { name: 'Set new password' }).click()
    await expect(visitor.getByRole('heading', { name: 'Your new password is set' })).toBeVisible()
    await expect(visitor.getByText('open it with the same master password as before')).toBeVisible()

    // The link works once, and the session that was open has ended.
    await visitor.goto('about:blank')
    await visitor.goto(link)
    await expect(visitor.getByText('This link was already used')).toBeVisible()
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { name: /session|sign in/i }).first()).toBeVisible()
  },
)

signedIn(
  'an address is changed from the account page, and the former one undoes it',
  async ({ page, browser, server, person }) => {
    const email = 'another-address@example.com'
    await page.goto('/account')
    await page.getByRole('button', { name: 'Change e-mail address' }).click()
    await page.getByLabel('New e-mail address').fill(email)
    await page.getByRole('button', { name: 'Mail the link' }).click()
    await expect(page.getByText(`Waiting for ${email}`)).toBeVisible()
    await page.goto(await mailedLink(server.dataDir, 'confirm-email', email))
    await page.getByRole('button', { name: 'Use this address' }).click()
    await expect(page.getByRole('heading', { name: 'Your e-mail address is changed' })).toBeVisible()

    const visitor = await (await browser.newContext({ baseURL: server.url })).newPage()
    await visitor.goto(await mailedLink(server.dataDir, 'email-changed', person.email))
    await visitor.getByRole('button', { name: 'Undo the change' }).click()
    await expect(visitor.getByRole('heading', { name: 'The change is undone' })).toBeVisible()
    await expect(visitor.getByText(`The account uses ${person.email} again.`)).toBeVisible()
  },
)

signedIn('an empty vault is asked for with a phrase, and stopped from any page', async ({ page }) => {
  await page.goto('/account/security')
  await page.getByRole('button', { name: 'Start empty vault' }).click()
  await page.getByRole('button', { name: 'Empty my vault in 72 hours' }).click()
  await expect(page.getByText('Type "start an empty vault" to confirm')).toBeVisible()
  await page.getByLabel(/Type .start an empty vault/).fill('start an empty vault')
  await page.getByRole('button', { name: 'Empty my vault in 72 hours' }).click()
  await page.goto('/activity')
  await expect(page.getByText('Your vault will be emptied', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Stop: Your vault will be emptied' }).click()
  await expect(page.getByText('Your vault will be emptied', { exact: true })).toBeHidden()
})
