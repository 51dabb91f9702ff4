import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { signedIn } from '../journey.ts'
import { look } from '../judge-page.ts'
import { openSignedOut, signIn } from '../on-the-page.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Pays for Pro in the sandbox, whose first renewal fails. */
async function failToRenew(page: Page): Promise<void> {
  await page.goto('/subscription?upgrade=true')
  await button(page, 'Upgrade to Pro').click()
  await button(page, 'Pay').click()
  await expect(page.getByText('Subscription activated successfully!')).toBeVisible()
  await button(page, 'Open customer portal').click()
  await button(page, 'Let the renewal fail').click()
  await expect(page.getByText('Done: Let the renewal fail')).toBeVisible()
  await button(page, 'Back to Billing').click()
  await expect(page.getByText(/tries again on/)).toBeVisible()
}

async function savedRows(page: Page): Promise<string[]> {
  const saving = page.waitForEvent('download')
  await button(page, 'Export CSV').click()
  const path = await (await saving).path()
  return (await readFile(path, 'utf8')).trim().split('\r\n')
}

signedIn(
  'an operator reads subscriptions, invoices and failed payments, and saves them as CSV',
  async ({ page, browser, server }) => {
    const payer = await server.addPerson({ email: 'payer@example.com', masterPassword: null })
    const theirs = await openSignedOut(browser, server.url)
    await theirs.goto('/login')
    await signIn(theirs, payer)
    await expect(theirs.getByRole('heading', { name: 'Projects', exact: true })).toBeVisible()
    await failToRenew(theirs)
    await theirs.context().close()

    await page.goto('/admin')
    const open = async (name: string) => {
      await button(page, 'Billing').click()
      await page.getByRole('menuitem', { name, exact: true }).click()
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    }
    const row = (name: RegExp) => page.getByRole('row', { name })
    await open('Subscriptions')
    await expect(row(/payer@example\.com.*Pro.*Past due/)).toBeVisible()
    await look(page, 'Subscriptions')
    expect(await savedRows(page)).toEqual([
      expect.stringContaining('status'),
      expect.stringContaining('past_due'),
    ])
    await page.getByRole('combobox', { name: 'Status' }).selectOption('Active')
    await expect(page.getByText('No subscriptions found')).toBeVisible()
    await look(page, 'Subscriptions, none found')

    await open('Invoices')
    await expect(row(/payer@example\.com.*Paid/)).toBeVisible()
    await look(page, 'Invoices')
    await page.getByRole('searchbox', { name: 'Search users...' }).fill('payer@')
    await expect(page).toHaveURL(/search=payer/)
    expect((await savedRows(page)).length).toBeGreaterThan(1)

    await open('Failed Payments')
    await expect(row(/payer@example\.com/)).toBeVisible()
    await look(page, 'Failed payments')
    expect(await savedRows(page)).toHaveLength(2)
    await page.getByRole('link', { name: payer.username }).click()
    await expect(page.getByRole('heading', { level: 1, name: payer.username })).toBeVisible()
    await expect(page.getByText('Failed payments')).toBeVisible()
    await look(page, 'Page of a user who pays')
  },
)
