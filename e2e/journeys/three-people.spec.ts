import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { verifyEmail } from '@envhold/contract/accounts/account-settings.ts'
import { createPersonalToken } from '@envhold/contract/personal-tokens/personal-tokens.ts'
import { type Browser, expect, type Page } from '@playwright/test'
import { type Person, signUp } from '../../dev/world/sign-up.ts'
import { signedIn } from '../journey.ts'
import { mailedLink } from '../mailed-link.ts'
import { chooseEnvironment, openVariables, reveal, rowOf, unlock } from '../on-the-page.ts'
import { picture } from '../pictures.ts'
import { newLaptop } from '../run-cli.ts'
import { seedProject } from '../seed.ts'

async function browserOf(browser: Browser, url: string, { token, username }: Person): Promise<Page> {
  const localStorage = Object.entries({ token, username }).map(([name, value]) => ({ name, value }))
  const storageState = { cookies: [], origins: [{ origin: url, localStorage }] }
  return (await browser.newContext({ baseURL: url, storageState })).newPage()
}

async function proveAddress(dataDir: string, person: Person): Promise<void> {
  const link = await mailedLink(dataDir, 'verify-email', person.email)
  await person.client.call(verifyEmail, { body: { token: link.split('#')[1] ?? '' } })
}

async function addVariable(page: Page, key: string, value: string): Promise<void> {
  await page.getByRole('button', { name: 'Add Variable' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Variable' })
  await dialog.getByLabel('Key').fill(key)
  await dialog.getByLabel('Value', { exact: true }).fill(value)
  await dialog.getByRole('button', { name: /^Add to / }).click()
  await expect(page.getByText('Variable created successfully!')).toBeVisible()
}

signedIn(
  'two people on two browsers, and a third with a token that only reads',
  async ({ page: adas, browser, server, person: ada }) => {
    const { projectId } = await seedProject(ada, 'Storefront', {
      staging: { STAGE: 'one' },
      production: { SECRET: 'of the owner' },
    })
    const grace = await signUp(server.url, { email: 'grace@example.com' })
    await proveAddress(server.dataDir, grace)
    const graces = await browserOf(browser, server.url, grace)

    // Ada shares one environment to write.
    await adas.goto(`/project/${projectId}?tab=collaborators`)
    await adas.getByRole('button', { name: 'Invite Collaborator' }).click()
    const form = adas.getByRole('dialog', { name: 'Invite Collaborator' })
    await form.getByLabel('E-mail').fill(grace.email)
    await form.getByRole('radio', { name: 'Write' }).click()
    await form.getByLabel('staging').check()
    await form.getByRole('button', { name: 'Invite collaborator' }).click()
    await unlock(adas, ada)
    await expect(adas.getByText('Collaborator invited successfully!')).toBeVisible()

    // Grace finds it on her dashboard, joins and writes.
    await graces.goto('/dashboard')
    await graces.getByRole('button', { name: 'View invitation' }).click()
    const list = graces.getByRole('dialog', { name: 'Invitations' })
    await expect(list).toContainText('Storefront')
    await list.getByRole('button', { name: 'Accept' }).click()
    await unlock(graces, grace)
    await expect(graces.getByText('Invitation accepted successfully!')).toBeVisible()
    await expect(graces).toHaveURL(`/project/${projectId}?tab=variables`)
    await expect(await reveal(graces, 'STAGE')).toHaveText('one')
    await addVariable(graces, 'FEATURE', 'by grace')

    // Somebody with nothing but a token that reads.
    const { token } = await grace.client.call(createPersonalToken, {
      body: { name: 'Kiosk', permissions: ['read_variables', 'read_schema', 'read_projects'] },
    })
    const kiosk = await newLaptop()
    const where = ['--project', 'Storefront', '--env', 'staging']
    await kiosk.logIn(server.url, token.token)
    await kiosk.envhold('pull', ...where, '--yes')
    expect(await readFile(join(kiosk.folder, '.env'), 'utf8')).toContain("FEATURE='by grace'")
    await expect(kiosk.envhold('set', 'FEATURE=no', ...where)).rejects.toThrow(/write_variables|may/i)
    await expect(
      kiosk.envhold('pull', '--project', 'Storefront', '--env', 'production', '--yes'),
    ).rejects.toThrow(/production/)

    // Ada sees what was written, and lets Grace only read from now on.
    await openVariables(adas, projectId)
    await unlock(adas, ada)
    await chooseEnvironment(adas, 'staging')
    await expect(await reveal(adas, 'FEATURE')).toHaveText('by grace')
    await adas.getByRole('tab', { name: 'Collaborators' }).click()
    await adas.getByRole('button', { name: `Edit permissions of ${grace.username}` }).click()
    const edit = adas.getByRole('dialog', { name: 'Edit Permission' })
    await edit.getByRole('radio', { name: 'Read' }).click()
    await edit.getByRole('button', { name: 'Save' }).click()
    await expect(edit).toBeHidden()
    await graces.reload()
    await unlock(graces, grace)
    await expect(rowOf(graces, 'FEATURE')).toBeVisible()
    await expect(graces.getByRole('button', { name: 'Add Variable' })).toBeHidden()

    // Both see what happened; Grace nothing of what is not shared with her.
    await graces.getByRole('tab', { name: 'Activity' }).click()
    await expect(graces.getByRole('row').filter({ hasText: ' joined to ' }).first()).toBeVisible()
    await expect(graces.getByText('production')).toBeHidden()

    // Taken away: from the open page within two seconds, and from the token with its next call.
    await graces.getByRole('tab', { name: 'Variables' }).click()
    await expect(await reveal(graces, 'STAGE')).toHaveText('one')
    await adas.getByRole('button', { name: `Remove ${grace.username}` }).click()
    const confirm = adas.getByRole('alertdialog', { name: `Remove ${grace.username}` })
    const exposed = confirm.getByRole('checkbox', { name: `What ${grace.username} could read: 2 values` })
    await expect(exposed).toBeChecked()
    await picture(adas, 'What a removed person could read')
    const removed = adas.waitForResponse((response) => response.request().method() === 'DELETE')
    await confirm.getByRole('button', { name: `Remove ${grace.username}`, exact: true }).click()
    await removed
    await expect(
      graces.getByText('You no longer have access to Storefront, so the vault was locked'),
    ).toBeVisible({
      timeout: 2_000,
    })
    await expect(graces.getByText('one', { exact: true })).toBeHidden()
    await expect(confirm).toBeHidden()
    await openVariables(adas, projectId)
    await unlock(adas, ada)
    await chooseEnvironment(adas, 'staging')
    await expect(rowOf(adas, 'STAGE')).toContainText('Due')
    await expect(graces.getByText('You no longer have access to this project')).toBeVisible()
    await expect(kiosk.envhold('pull', '--project', String(projectId), '--env', 'staging')).rejects.toThrow()
    await kiosk.remove()
    await graces.context().close()
  },
)
