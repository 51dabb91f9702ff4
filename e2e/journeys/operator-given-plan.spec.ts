import { createProject } from '@envhold/contract/projects/projects.ts'
import { expect, type Page } from '@playwright/test'
import { signedIn } from '../journey.ts'
import { look, lookAtDialog } from '../judge-page.ts'
import { signIn } from '../on-the-page.ts'
import { picture } from '../pictures.ts'

const dialogOf = (page: Page) => page.getByRole('alertdialog')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

signedIn('an operator gives a user a plan, and takes it back', async ({ page, browser, server }) => {
  const grace = await server.addPerson({ email: 'grace@example.com' })
  await page.goto(`/admin/users/${grace.userId}`)
  for (const opener of ['Assign Role', 'Send Reset Link', 'Sign Out Everywhere', 'Remove Second Factors'])
    await lookAtDialog(page, opener)
  await lookAtDialog(page, 'Give a Plan')
  await button(page, 'Give a Plan').click()
  const dialog = dialogOf(page)
  await dialog.getByLabel('Plan').selectOption('Pro')
  await dialog.getByLabel('Reason').fill('Helped to find a fault')
  await dialog.getByRole('button', { name: 'Give Plan' }).click()
  await expect(page.getByRole('definition').filter({ hasText: 'Helped to find a fault' })).toBeVisible()
  await look(page, 'Page of a user with a given plan')

  const signedOut = { cookies: [], origins: [] }
  const context = await browser.newContext({ baseURL: server.url, storageState: signedOut })
  const theirs = await context.newPage()
  await theirs.goto('/login')
  await signIn(theirs, grace)
  await expect(theirs.getByRole('heading', { name: 'Projects', exact: true })).toBeVisible()
  await theirs.goto('/subscription')
  await expect(theirs.getByText('An operator gave you this plan until')).toBeVisible()
  await look(theirs, 'Billing with a given plan')
  for (const name of ['Alpha', 'Beta']) await grace.client.call(createProject, { body: { name } })

  await lookAtDialog(page, 'Take Back Plan')
  await button(page, 'Take Back Plan').click()
  await dialog.getByLabel('Reason').fill('The month is over')
  await dialog.getByRole('button', { name: 'Take Back Plan' }).click()
  await expect(button(page, 'Give a Plan')).toBeVisible()
  await expect(button(page, 'Take Back Plan')).toBeHidden()
  await theirs.goto('/dashboard')
  await expect(theirs.getByRole('main').getByText('Grace period: 30 days left')).toBeVisible()
  await theirs.goto('/account/security')
  await expect(theirs.getByText(/The month is over/)).toBeVisible()
  await look(theirs, 'Account page of a user on whom operators acted')
  await context.close()
})

signedIn('an operator acts on all users that a filter leaves', async ({ page, server }) => {
  for (const name of ['ada', 'grace', 'linus'])
    await server.addPerson({ email: `${name}@example.org`, masterPassword: null })
  await page.goto('/admin/users?search=example.org')
  await button(page, 'Act on 3 users').click()
  await picture(page, 'Menu of acts')
  await page.getByRole('menuitem', { name: 'Suspend Users' }).click()
  const dialog = dialogOf(page)
  await expect(dialog.getByText('Now: 3 users')).toBeVisible()
  await dialog.getByLabel('Reason').fill('Keys shared in public')
  const suspend = dialog.getByRole('button', { name: 'Suspend Users' })
  await dialog.getByLabel('Type suspend 3 to confirm').fill('suspend 2')
  await expect(suspend).toBeDisabled()
  await dialog.getByLabel('Type suspend 3 to confirm').fill('suspend 3')
  await picture(page, 'Dialog of Suspend Users')
  await suspend.click()
  const result = page.getByRole('dialog', { name: 'Suspend Users' })
  await expect(result.getByText('Done')).toBeVisible()
  await picture(page, 'Result of Suspend Users')
  await result.getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByRole('row', { name: 'Keys shared in public' })).toHaveCount(3)
  await look(page, 'Users after an act on all')

  await button(page, 'Act on 3 users').click()
  await page.getByRole('menuitem', { name: 'Give a Plan' }).click()
  await dialog.getByLabel('Plan').selectOption('Pro')
  await expect(dialog.getByText(/^(Now|Nobody)/)).toBeVisible()
  await picture(page, 'Dialog of Give a Plan to all')
})
