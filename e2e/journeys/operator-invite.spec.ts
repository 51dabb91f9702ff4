import { expect } from '@playwright/test'
import { signedIn } from '../journey.ts'
import { look, lookAtDialog } from '../judge-page.ts'
import { mailedLink } from '../mailed-link.ts'
import { openSignedOut } from '../on-the-page.ts'
import { picture } from '../pictures.ts'

signedIn('an operator invites a user, who signs up by the mailed link', async ({ page, browser, server }) => {
  const withdrawn = 'a-person-with-a-long-name@department.organization.example.com'
  await page.goto('/admin/users')
  await lookAtDialog(page, 'Invite User')
  await page.getByRole('button', { name: 'Invite User' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite User' })
  const invite = async (email: string) => {
    await dialog.getByLabel('E-mail').fill(email)
    await dialog.getByRole('button', { name: 'Send Invitation' }).click()
    await expect(dialog.getByText(email)).toBeVisible()
  }
  await invite('guest@example.com')
  await invite(withdrawn)
  await expect(dialog.getByText('2 open invitations')).toBeVisible()
  await picture(page, 'Dialog with open invitations')
  await dialog.getByRole('button', { name: /^Withdraw the invitation of a-person/ }).click()
  await expect(dialog.getByText('1 open invitation', { exact: true })).toBeVisible()

  const theirs = await openSignedOut(browser, server.url)
  await theirs.goto(await mailedLink(server.dataDir, 'account-invitation', withdrawn))
  await expect(theirs.getByText('This invitation is no longer valid')).toBeVisible()
  await look(theirs, 'A withdrawn invitation')
  // Of the same page with another fragment, a browser loads nothing anew.
  await theirs.goto('about:blank')
  await theirs.goto(await mailedLink(server.dataDir, 'account-invitation', 'guest@example.com'))
  await expect(theirs.getByLabel('E-mail')).toHaveValue('guest@example.com')
  await look(theirs, 'Sign-up by an invitation')
  await theirs.getByLabel('Password', { exact: true }).fill('the sign-in password')
  await theirs.getByRole('button', { name: 'Create account' }).click()
  await expect(theirs).toHaveURL('/dashboard')
  await theirs.context().close()

  await page.reload()
  await expect(page.getByRole('row', { name: /guest@example\.com.*Active/ })).toBeVisible()
  await page.getByRole('button', { name: 'Invite User' }).click()
  await dialog.getByLabel('E-mail').fill('guest@example.com')
  await dialog.getByRole('button', { name: 'Send Invitation' }).click()
  await expect(dialog.getByText(/already/)).toBeVisible()
  await expect(dialog.getByLabel('E-mail')).toHaveValue('guest@example.com')
  await expect(dialog.getByText('open invitation')).toBeHidden()
})
