import { createProject } from '@envhold/contract/projects/projects.ts'
import { expect, type Page } from '@playwright/test'
import type { Person } from '../../dev/world/sign-up.ts'
import { signedInFree } from '../journey.ts'
import { look, lookAtDialog } from '../judge-page.ts'
import { unlock } from '../on-the-page.ts'
import { seedProject } from '../seed.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
/** The banner of the dashboard; the strip of narrow screens says the same. */
const banner = (page: Page) => page.getByRole('main').getByText('Grace period: 30 days left')
const readOnly = 'Read-only during grace period'

async function pay(page: Page): Promise<void> {
  await page.goto('/subscription?upgrade=true')
  await button(page, 'Upgrade to Pro').click()
  await button(page, 'Pay').click()
  await expect(page.getByText('Subscription activated successfully!')).toBeVisible()
}

/** Ends the subscription now, as a provider does after its last period. */
async function endSubscription(page: Page): Promise<void> {
  await button(page, 'Open customer portal').click()
  await button(page, 'End now').click()
  await expect(page.getByText('Done: End now')).toBeVisible()
  await button(page, 'Back to Billing').click()
}

/** An account on the free plan with three projects. @returns the oldest, which has variables */
async function lapse(page: Page, person: Person): Promise<number> {
  await pay(page)
  const { projectId } = await seedProject(person, 'Storefront', { production: { PORT: '80' } })
  for (const name of ['Billing', 'Website']) await person.client.call(createProject, { body: { name } })
  await endSubscription(page)
  return projectId
}

signedInFree(
  'a lapsed account chooses what stays, restores what fits, and gets the rest back by upgrading',
  async ({ page, person }) => {
    const projectId = await lapse(page, person)
    await expect(page.getByRole('region', { name: 'Current Plan' })).toContainText(
      /Grace period until .*30 days left/,
    )
    await look(page, 'Billing in a grace period')

    await page.goto('/dashboard')
    await expect(banner(page)).toBeVisible()
    await expect(page.getByText('and you have 3: 2 too many.')).toBeVisible()
    await expect(page.getByText('Website and Billing')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Grace period: 30 days left' })).toBeVisible()
    await expect(button(page, 'New Project')).toHaveAttribute('aria-disabled', 'true')
    await look(page, 'Dashboard in a grace period')
    await lookAtDialog(page, 'Choose what stays')

    await page.goto(`/project/${projectId}?tab=variables`)
    await unlock(page, person)
    await expect(page.getByRole('row', { name: 'PORT' })).toBeVisible()
    await expect(button(page, 'Add Variable')).toHaveAttribute('aria-disabled', 'true')
    await look(page, 'Read-only project')
    await page.keyboard.press('n')
    await expect(page.getByRole('listitem').filter({ hasText: readOnly })).toBeVisible()

    await page.getByRole('link', { name: 'Back to Dashboard' }).click()
    await button(page, 'Choose what stays').click()
    await button(page, 'Archive the other 2 now').click()
    await expect(page.getByText('2 projects archived successfully')).toBeVisible()
    await expect(banner(page)).toBeHidden()
    await expect(page.getByText('2 projects archived', { exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Website' })).toBeHidden()

    await page.getByRole('link', { name: 'Storefront' }).click()
    await page.getByRole('tab', { name: 'Variables' }).click()
    await expect(button(page, 'Add Variable')).not.toHaveAttribute('aria-disabled', 'true')
    await expect(page.getByText(readOnly, { exact: true })).toBeHidden()

    await page.goto('/account/archived-projects')
    await expect(page.getByRole('heading', { name: 'Website' })).toBeVisible()
    await expect(page.getByText('60 days left')).toHaveCount(2)
    await expect(button(page, 'Restore Website')).toHaveAttribute('aria-disabled', 'true')
    await look(page, 'Archived projects')

    await lookAtDialog(page, 'Exchange Website')
    await button(page, 'Exchange Billing').click()
    await button(page, 'Exchange').click()
    await expect(page.getByText('Project "Billing" restored, and "Storefront" archived')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Storefront' })).toBeVisible()

    await page.getByRole('link', { name: 'Back to Dashboard' }).click()
    await button(page, 'More for Billing').click()
    await page.getByRole('menuitem', { name: 'Delete project' }).click()
    await page.getByLabel(/to confirm/).fill('Billing')
    await button(page, 'Delete project').click()
    await expect(page.getByText('Project deleted successfully!')).toBeVisible()
    await page.getByRole('link', { name: 'Archived', exact: true }).click()
    await button(page, 'Restore Website').click()
    await expect(page.getByText('Project "Website" restored successfully')).toBeVisible()
    await expect(button(page, 'Restore Storefront')).toHaveAttribute('aria-disabled', 'true')

    await pay(page)
    await page.goto('/account/archived-projects')
    await button(page, 'Restore Storefront').click()
    await expect(page.getByText('Project "Storefront" restored successfully')).toBeVisible()
    await expect(page.getByText('No archived projects')).toBeVisible()
    await page.goto('/account')
    await expect(page.getByRole('heading', { name: 'Plan and archive history' })).toBeVisible()
    await page.goto('/dashboard')
    await expect(page.getByRole('link', { name: 'Storefront' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Website' })).toBeVisible()
  },
)

signedInFree.describe('on a phone', () => {
  signedInFree.use({ viewport: { width: 390, height: 844 }, hasTouch: true })
  signedInFree(
    'the strip leads to the plans and to the archive, and a tap says why',
    async ({ page, person }) => {
      await lapse(page, person)
      await page.goto('/account')
      const strip = page.getByRole('complementary', { name: 'Grace period' })
      await expect(strip).toContainText('Grace: 30 days')
      await strip.getByRole('link', { name: 'Archived' }).click()
      await expect(page.getByText('No archived projects')).toBeVisible()
      await strip.getByRole('link', { name: 'Upgrade' }).click()
      await expect(page.getByRole('heading', { name: 'Available Plans' })).toBeFocused()
      await page.goto('/dashboard')
      await button(page, 'New Project').tap({ force: true })
      await expect(page.getByRole('tooltip')).toHaveText(
        'Cannot create projects during grace period - please archive excess projects or upgrade',
      )
      await look(page, 'Dashboard in a grace period on a phone')
    },
  )
})
