import { readAnnouncement } from '@envhold/contract/pages/announcement.ts'
import { expect } from '@playwright/test'
import { signedIn } from '../journey.ts'
import { look } from '../judge-page.ts'
import { openSignedOut } from '../on-the-page.ts'

signedIn(
  'an operator announces something, and closes sign-ups',
  async ({ page, person, browser, server }) => {
    await page.goto('/admin')
    await page.getByRole('button', { name: 'Instance' }).click()
    await page.getByRole('menuitem', { name: 'Settings' }).click()
    const text = 'On Sunday from 6 to 7 the server is upgraded. Pipelines keep working, the pages do not.'
    await page.getByLabel('Text').fill(text)
    await page.getByRole('button', { name: 'Show Announcement' }).click()
    const bars = page.getByRole('complementary', { name: 'Announcement' })
    // The preview, and the frame.
    await expect(bars).toHaveCount(2)
    await look(page, 'Settings')
    await page.getByRole('radio', { name: /^Closed/ }).click()
    await page.getByRole('button', { name: 'Save Sign-up Mode' }).click()
    await expect(page.getByText('Chosen by an operator', { exact: false })).toBeVisible()
    const visitor = await openSignedOut(browser, server.url)
    await visitor.goto('/')
    await expect(async () => {
      await visitor.reload()
      await expect(visitor.getByText('accepts no new accounts')).toBeVisible({ timeout: 1_000 })
      await expect(visitor.getByText(text)).toBeVisible({ timeout: 1_000 })
    }).toPass()
    await look(visitor, 'Landing page with an announcement, while sign-ups are closed')
    await expect(visitor.getByRole('button', { name: 'Start Free Now' })).toHaveCount(0)
    await visitor.getByRole('button', { name: 'Dismiss the announcement' }).click()
    await expect(visitor.getByText(text)).toBeHidden()
    await visitor.goto('/login')
    await expect(visitor.getByRole('dialog').getByText('This server accepts no new accounts')).toBeVisible()
    await expect(visitor.getByText(text)).toBeHidden()
    await visitor.context().close()

    // Every node has read it within 5 seconds; a browser keeps what it was answered for a minute.
    await expect
      .poll(async () => (await person.client.call(readAnnouncement, {})).announcement?.text)
      .toBe(text)
    // The operator's own browser has cached what it was answered before.
    const storageState = await page.context().storageState()
    const customer = await (await browser.newContext({ baseURL: server.url, storageState })).newPage()
    await customer.goto('/dashboard')
    await expect(customer.getByRole('heading', { name: 'Projects', exact: true })).toBeVisible()
    await expect(customer.getByRole('complementary', { name: 'Announcement' })).toContainText(text)
    await look(customer, 'Dashboard with an announcement')
    await customer.context().close()
  },
)
