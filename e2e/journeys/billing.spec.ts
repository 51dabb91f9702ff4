import { readCurrentSubscription } from '@envhold/contract/billing/subscription.ts'
import { createProject } from '@envhold/contract/projects/projects.ts'
import { expect, type Page } from '@playwright/test'
import { operate } from '../../dev/world/run-program.ts'
import { signedInFree } from '../journey.ts'
import { look, lookAtDialog } from '../judge-page.ts'
import { signIn } from '../on-the-page.ts'

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const planOf = (page: Page) => part(page, 'Current Plan')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function toCheckout(page: Page): Promise<void> {
  await page.goto('/subscription')
  await button(page, 'Upgrade to Pro').click()
  await expect(page.getByRole('heading', { name: 'Subscribe to Pro' })).toBeVisible()
}

async function subscribe(page: Page): Promise<void> {
  await toCheckout(page)
  await button(page, 'Pay').click()
  await expect(page.getByText('Subscription activated successfully!')).toBeVisible()
}

/** What the sandbox's portal plays, and the way back. */
async function play(page: Page, ...actions: readonly string[]): Promise<void> {
  for (const action of actions) {
    await button(page, action).click()
    await expect(page.getByText(`Done: ${action}`)).toBeVisible()
  }
  await button(page, 'Back to Billing').click()
  await expect(planOf(page)).toBeVisible()
}

signedInFree('from a full plan to Pro: declined, canceled, paid by the year', async ({ page, person }) => {
  await person.client.call(createProject, { body: { name: 'Storefront' } })
  await page.goto('/dashboard')
  await expect(page.getByText('You have used 1 of 1 project on your plan')).toBeVisible()
  await page.getByRole('link', { name: 'Upgrade', exact: true }).click()
  await expect(page).toHaveURL('/subscription')
  await expect(page.getByRole('heading', { name: 'Available Plans' })).toBeFocused()
  await expect(part(page, 'Usage Overview').getByRole('meter', { name: 'Projects' })).toHaveAttribute(
    'data-tone',
    'bad',
  )

  const pro = page.getByRole('article', { name: 'Pro' })
  await expect(pro.getByText('RECOMMENDED')).toBeVisible()
  await page.getByRole('radio', { name: 'Yearly' }).click()
  await expect(pro.getByText('saves $10')).toBeVisible()
  await pro.getByRole('button', { name: 'Upgrade to Pro' }).click()

  await expect(page.getByText('Test mode: no money is taken')).toBeVisible()
  await expect(page.getByText('$50.00')).toBeVisible()
  await look(page, 'Sandbox checkout')
  await button(page, 'Decline').click()
  await expect(page.getByText('The card was declined')).toBeVisible()
  await button(page, 'Cancel').click()
  await expect(page.getByText('Payment was canceled. You can try again anytime.')).toBeVisible()
  await expect(page).toHaveURL('/subscription')
  await expect(planOf(page)).toContainText('Free')
  await page.reload()
  await expect(planOf(page)).toContainText('Free')
  await expect(page.getByText('Payment was canceled.')).toBeHidden()

  await page.getByRole('radio', { name: 'Yearly' }).click()
  await button(page, 'Upgrade to Pro').click()
  await button(page, 'Pay').click()
  await expect(page.getByText('Subscription activated successfully!')).toBeVisible()
  await expect(page).toHaveURL('/subscription')
  await expect(planOf(page)).toContainText(/Pro\s*Active\s*Test mode/)
  await expect(planOf(page)).toContainText('billed yearly')
  await expect(page.getByRole('article', { name: 'Free' })).toBeHidden()
  await expect(page.getByRole('radio', { name: 'Yearly' })).toBeChecked()
  await expect(button(page, 'Upgrade to Pro')).toBeHidden()
  await expect(part(page, 'Usage Overview')).toContainText('1 · unlimited')
  await look(page, 'Billing on Pro')

  const invoice = page.getByRole('table', { name: 'Invoices' }).getByRole('row').nth(1)
  await expect(invoice).toContainText('$50.00')
  const opened = page.waitForEvent('popup')
  await invoice.getByRole('button', { name: /^View invoice/ }).click()
  const tab = await opened
  await expect(tab.getByRole('heading', { level: 1 })).toContainText('Invoice')
  await expect(tab.getByText('$50.00')).toBeVisible()
  expect(await tab.evaluate('window.opener')).toBeNull()
  await look(tab, 'Sandbox invoice')
  await tab.close()

  await page.getByRole('link', { name: 'Dashboard' }).click()
  await expect(button(page, 'New Project')).toBeEnabled()
  await expect(page.getByText('You have used 1 of 1 project on your plan')).toBeHidden()
  await page.getByRole('link', { name: 'Activity' }).click()
  await expect(page.getByRole('table', { name: 'Activity' }).getByText(/subscription started/)).toBeVisible()
})

signedInFree('cancel with the keyboard, see what would be lost, resume', async ({ page, person }) => {
  await subscribe(page)
  for (const name of ['Alpha', 'Beta', 'Gamma']) await person.client.call(createProject, { body: { name } })
  const { subscription } = await person.client.call(readCurrentSubscription, {})
  const end = new Date(subscription?.current_period_end ?? '').toLocaleDateString('en-US', {
    dateStyle: 'medium',
  })
  await lookAtDialog(page, 'Cancel subscription')

  await button(page, 'Cancel subscription').focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Cancel subscription' })
  await expect(dialog).toContainText('archived with a 30-day grace period to restore or upgrade')
  const follows = dialog.getByRole('region', { name: 'What this means for you' })
  await expect(follows.getByRole('listitem')).toHaveText(['Beta', 'Gamma'])
  await expect(follows).toContainText(end)

  await dialog.getByRole('radio', { name: 'I no longer need it' }).focus()
  await page.keyboard.press('ArrowUp', { delay: 60 })
  await expect(dialog.getByRole('radio', { name: 'Another reason' })).toBeChecked()
  const confirm = dialog.getByRole('button', { name: 'Cancel subscription' })
  await expect(confirm).toBeDisabled()
  const reason = dialog.getByLabel('What is the reason?')
  await reason.fill('   ')
  await expect(confirm).toBeDisabled()
  await reason.fill('The project is finished')
  await confirm.focus()
  await page.keyboard.press('Enter')
  await expect(
    page.getByText(
      'Subscription canceled successfully. It will remain active until the end of your current billing period.',
    ),
  ).toBeVisible()
  await expect(planOf(page)).toContainText(`The subscription cancels on ${end}`)
  await expect(button(page, 'Cancel subscription')).toBeHidden()
  await look(page, 'Billing of a canceled subscription')

  await button(page, 'Resume').click()
  await expect(planOf(page)).toContainText(`Renews on ${end}`)
  await expect(button(page, 'Cancel subscription')).toBeVisible()
})

signedInFree('from months to a year and back: what is shown is charged, then credited', async ({ page }) => {
  await subscribe(page)
  await expect(button(page, 'Switch to yearly billing')).toBeHidden()
  await page.getByRole('radio', { name: 'Yearly' }).click()
  await lookAtDialog(page, 'Switch to yearly billing')
  await button(page, 'Switch to yearly billing').click()
  const yearly = page.getByRole('dialog', { name: 'Change to Pro, billed yearly' })
  await expect(yearly).toContainText('charged by Sandbox')
  await expect(yearly).toContainText('$50.00 a year, next on')
  const order = yearly.getByRole('button', { name: /^Pay \$\d+\.\d\d and change plan$/ })
  const [amount = ''] = /\$\d+\.\d\d/.exec((await order.textContent()) ?? '') ?? []
  await order.click()
  await expect(page.getByText('Your subscription is Pro, billed yearly, from now on.')).toBeVisible()
  await expect(planOf(page)).toContainText('billed yearly')
  const invoices = page.getByRole('table', { name: 'Invoices' }).getByRole('row')
  await expect(invoices.nth(1)).toContainText(amount)
  await expect(invoices).toHaveCount(3)

  await page.getByRole('radio', { name: 'Monthly' }).click()
  await lookAtDialog(page, 'Switch to monthly billing')
  await button(page, 'Switch to monthly billing').click()
  const monthly = page.getByRole('dialog', { name: 'Change to Pro, billed monthly' })
  await expect(monthly).toContainText(/Nothing is charged, and \$4\d\.\d\d is credited/)
  await monthly.getByRole('button', { name: 'Change plan' }).click()
  await expect(planOf(page)).toContainText('billed monthly')
  await expect(invoices).toHaveCount(3)
  await page.getByRole('link', { name: 'Activity' }).click()
  await expect(
    page.getByRole('table', { name: 'Activity' }).getByText(/changed from Pro, billed yearly, to Pro/),
  ).toBeVisible()
})

signedInFree('a renewal fails and recovers, and at last the subscription ends', async ({ page }) => {
  await subscribe(page)
  await button(page, 'Open customer portal').click()
  await expect(page.getByRole('heading', { name: 'Customer portal' })).toBeVisible()
  await look(page, 'Sandbox portal')
  await play(page, 'Let the renewal fail')
  await expect(planOf(page)).toContainText('Payment failed')
  await expect(page.getByText(/tries again on/)).toBeVisible()
  await look(page, 'Billing with a failed payment')

  await button(page, 'Update your card').click()
  await play(page, 'Pay the open invoice')
  await expect(planOf(page)).toContainText('Active')
  await expect(button(page, 'Update your card')).toBeHidden()

  await button(page, 'Open customer portal').click()
  await play(page, 'End now')
  await expect(planOf(page)).toContainText('Ended on')
  await expect(planOf(page)).toContainText('Your account is on Free now.')
  await expect(button(page, 'Upgrade to Pro')).toBeVisible()
})

signedInFree(
  'a suspended account sees its bills, why, and nothing else',
  async ({ page, person, server }) => {
    await subscribe(page)
    const settings = { DATA_DIR: server.dataDir }
    await operate(settings, 'suspend', person.email, '--reason', 'Terms were broken')
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { name: 'Account Suspended' })).toBeVisible()
    await page.getByRole('link', { name: 'Manage Subscription' }).click()
    await expect(page.getByText('Reason: Terms were broken')).toBeVisible()
    await expect(planOf(page)).toContainText('Pro')
    await expect(page.getByText('Available Plans')).toBeHidden()
    await expect(page.getByRole('link', { name: 'Dashboard' })).toBeHidden()
    await look(page, 'Billing of a suspended account')
    await lookAtDialog(page, 'Cancel subscription')

    await page.goBack()
    await expect(page.getByRole('heading', { name: 'Account Suspended' })).toBeVisible()
    await page.goto('/account')
    await expect(page.getByRole('heading', { name: 'Account Suspended' })).toBeVisible()

    // Signing out and in again leads to the same place.
    await page.evaluate(() => localStorage.clear())
    await page.goto('/login')
    await signIn(page, person)
    await expect(page.getByRole('heading', { name: 'Account Suspended' })).toBeVisible()
    await page.getByRole('link', { name: 'Manage Subscription' }).click()
    await expect(planOf(page)).toContainText('Pro')

    await operate(settings, 'unsuspend', person.email)
    await page.goto('/dashboard')
    await expect(page).toHaveURL('/dashboard')
    await expect(page.getByRole('heading', { name: 'Projects' })).toBeVisible()
  },
)
