import { expect, type Page } from '@playwright/test'
import { signedIn } from '../journey.ts'
import { mailedLink } from '../mailed-link.ts'
import { openSignedOut, reveal, setUpMasterPassword, unlock } from '../on-the-page.ts'
import { picture } from '../pictures.ts'
import { seedProject } from '../seed.ts'

async function invite(page: Page, projectId: number, email: string, environment: string): Promise<void> {
  await page.goto(`/project/${projectId}?tab=collaborators`)
  await page.getByRole('button', { name: 'Invite Collaborator' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite Collaborator' })
  await dialog.getByLabel('E-mail').fill(email)
  await dialog.getByRole('button', { name: 'Invite collaborator' }).click()
  await expect(dialog.getByText('At least one environment must be selected')).toBeVisible()
  await dialog.getByLabel(environment).check()
  await dialog.getByRole('button', { name: 'Invite collaborator' }).click()
}

/** Neither in the address nor in anything that the browser keeps. */
async function expectNoSecretKept(page: Page, secret: string): Promise<void> {
  const kept = 'location.href + JSON.stringify(localStorage) + JSON.stringify(sessionStorage)'
  expect(await page.evaluate(kept)).not.toContain(secret)
}

signedIn(
  'a mailed link lets somebody new in, and taking it back lets them out',
  async ({ page, browser, server, person }) => {
    const { projectId } = await seedProject(person, 'Storefront', {
      staging: { STAGE: 'for all' },
      production: { SECRET: 'for the owner' },
    })
    await invite(page, projectId, 'katherine@example.com', 'staging')
    await unlock(page, person)
    await expect(page.getByText('Collaborator invited successfully!')).toBeVisible()
    const entry = page.getByRole('row', { name: 'katherine@example.com' })
    await expect(entry).toContainText('PENDING')
    await expect(entry).toContainText('Invitation pending • Invited recently')

    const link = await mailedLink(server.dataDir, 'invitation', 'katherine@example.com')
    const secret = link.split('#')[1] ?? ''
    const theirs = await openSignedOut(browser, server.url)
    await theirs.goto(link)
    await expect(theirs).toHaveURL('/invite')
    await expect(theirs.getByLabel('E-mail')).toHaveValue('katherine@example.com')
    await theirs.getByLabel('Username').fill('katherine')
    await theirs.getByLabel('Password', { exact: true }).fill('the sign-in password')
    await theirs.getByRole('button', { name: 'Create account' }).click()
    await expect(theirs.getByRole('button', { name: 'Accept invitation' })).toBeVisible()
    await picture(theirs, 'Invitation')
    await theirs.getByRole('button', { name: 'Accept invitation' }).click()
    const prompt = theirs.getByRole('dialog', { name: 'Master Password Required' })
    await prompt.getByLabel('Master password', { exact: true }).fill('the sign-in password')
    await prompt.getByRole('button', { name: 'Set master password' }).click()
    await expect(prompt.getByText('This is the password you sign in with.')).toBeVisible()
    await expect(prompt.getByRole('checkbox', { name: 'Use it anyway' })).not.toBeChecked()
    await picture(theirs, 'Same password')
    await setUpMasterPassword(theirs, 'correct hörse battery staple')
    await expect(theirs.getByText('Invitation accepted successfully!')).toBeVisible()
    await expect(theirs).toHaveURL(`/project/${projectId}?tab=variables`)
    await expectNoSecretKept(theirs, secret)

    await expect(theirs.getByRole('heading', { name: 'Use these variables' })).toBeVisible()
    await picture(theirs, 'Joined')
    await theirs.getByRole('button', { name: 'Close', exact: true }).click()
    await expect(theirs.getByRole('heading', { name: 'Use these variables' })).toBeHidden()
    await theirs.getByRole('tab', { name: 'Environments' }).click()
    await expect(theirs.getByRole('row', { name: 'staging' })).toBeVisible()
    await expect(theirs.getByText('production')).toBeHidden()
    await expect(theirs.getByRole('tab', { name: 'API Keys' })).toBeHidden()
    await theirs.getByRole('tab', { name: 'Variables' }).click()
    expect(await (await reveal(theirs, 'STAGE')).innerText()).toContain('for all')
    await expect(theirs.getByRole('button', { name: 'Add Variable' })).toBeHidden()

    await page.reload()
    await page.getByRole('button', { name: 'Remove katherine' }).click()
    const confirm = page.getByRole('alertdialog', { name: 'Remove katherine' })
    await expect(confirm).toContainText(
      'Your vault is locked: the environment they could read gets a new key',
    )
    await confirm.getByRole('button', { name: 'Unlock to do it now' }).click()
    await unlock(page, person)
    await expect(confirm).toContainText(
      'Your vault is open: the environment they could read gets a new key at once.',
    )
    await expect(confirm.getByRole('checkbox', { name: 'What katherine could read: 1 value' })).toBeChecked()
    await expect(confirm.getByRole('listitem', { name: 'STAGE' })).toContainText('opened')
    await confirm.getByRole('button', { name: 'Remove katherine', exact: true }).click()
    await expect(page.getByText('Nobody else yet')).toBeVisible()
    await page.getByRole('tab', { name: 'Environments' }).click()
    await expect(page.getByRole('row', { name: 'staging' })).toBeVisible()
    await expect(page.getByText('New key pending:')).toBeHidden()

    await expect(theirs.getByText('You no longer have access to this project')).toBeVisible()
    await theirs.goto(link)
    await expect(theirs.getByText('This invitation is no longer valid')).toBeVisible()
    await expectNoSecretKept(theirs, secret)
    await theirs.context().close()
  },
)

signedIn(
  'an invitation finds whoever is signed in as somebody else',
  async ({ page, browser, server, person }) => {
    const { projectId } = await seedProject(person, 'Storefront', { production: { A: '1' } })
    const grace = await server.addPerson({ email: 'grace@example.com' })
    await invite(page, projectId, grace.email, 'production')
    await unlock(page, person)
    await expect(page.getByText('Collaborator invited successfully!')).toBeVisible()

    const link = await mailedLink(server.dataDir, 'invitation', grace.email)
    const context = await browser.newContext({ baseURL: server.url })
    const theirs = await context.newPage()
    await theirs.goto(link)
    await expect(theirs.getByText('This invitation is for another account')).toBeVisible()
    await theirs.getByRole('button', { name: 'Switch account' }).click()
    await expect(theirs.getByLabel('E-mail or username')).toHaveValue(grace.email)
    await theirs.getByLabel('Password', { exact: true }).fill('not the password')
    await theirs.getByRole('button', { name: 'Sign in' }).click()
    await expect(theirs.getByText('The e-mail, username or password is not right.')).toBeVisible()
    await theirs.getByLabel('Password', { exact: true }).fill(grace.password)
    await theirs.getByRole('button', { name: 'Sign in' }).click()
    await theirs.getByRole('button', { name: 'Accept invitation' }).click()
    await unlock(theirs, grace)
    await expect(theirs).toHaveURL(new RegExp(`/project/${projectId}\\?tab=`))
    await theirs.getByRole('link', { name: 'Back to Dashboard' }).click()
    await expect(theirs.getByRole('tab', { name: 'Shared with Me (1)' })).toBeVisible()
    await context.close()
  },
)
