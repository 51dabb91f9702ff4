import { expect } from '@playwright/test'
import { signedIn } from '../journey.ts'
import { openSignedOut, reveal, setUpMasterPassword, unlock } from '../on-the-page.ts'
import { seedProject } from '../seed.ts'

signedIn.use({ settings: { SMTP_URL: '' } })

signedIn(
  'without a mail server the inviter passes the link on, and sees it once',
  async ({ page, browser, server, person }) => {
    const { projectId } = await seedProject(person, 'Storefront', { staging: { STAGE: 'for all' } })
    await page.goto('/account')
    await expect(page.getByText('This server sends no mail, so it cannot verify addresses.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Send link again' })).toBeHidden()

    await page.goto(`/project/${projectId}?tab=collaborators`)
    await page.getByRole('button', { name: 'Invite Collaborator' }).click()
    const dialog = page.getByRole('dialog', { name: 'Invite Collaborator' })
    await expect(dialog).toContainText('This server sends no mail, so you get a link to send them.')
    await dialog.getByLabel('E-mail').fill('katherine@example.com')
    await dialog.getByLabel('staging').check()
    await dialog.getByRole('button', { name: 'Invite collaborator' }).click()
    await unlock(page, person)

    const linkDialog = page.getByRole('dialog', { name: 'Pass this link on' })
    await expect(linkDialog).toContainText('katherine@example.com')
    await expect(linkDialog.getByRole('button', { name: 'Copy link' })).toBeVisible()
    const { pathname, hash } = new URL(await linkDialog.locator('code').innerText())
    await linkDialog.getByRole('button', { name: 'I have copied it' }).click()
    await expect(page.getByRole('row', { name: 'katherine@example.com' })).toContainText('PENDING')
    expect(await page.content()).not.toContain(hash)

    const theirs = await openSignedOut(browser, server.url)
    // As mail gateways rewrite links.
    await theirs.goto(pathname + hash.replace('#', '%23'))
    await expect(theirs).toHaveURL('/invite')
    await theirs.getByLabel('Username').fill('katherine')
    await theirs.getByLabel('Password', { exact: true }).fill('the sign-in password')
    await theirs.getByRole('button', { name: 'Create account' }).click()
    await expect(theirs.getByRole('listitem').filter({ hasText: 'staging' })).toBeVisible()
    await theirs.getByRole('button', { name: 'Accept invitation' }).click()
    await setUpMasterPassword(theirs, 'correct hörse battery staple')
    await expect(theirs).toHaveURL(`/project/${projectId}?tab=variables`)
    await expect(theirs.getByText(/envhold run .*--env staging/)).toBeVisible()
    expect(await (await reveal(theirs, 'STAGE')).innerText()).toContain('for all')
    await theirs.context().close()
  },
)
