import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, type Page } from '@playwright/test'
import { codeAt } from '../../dev/world/authenticator-app.ts'
import { waitForMail } from '../../dev/world/mails.ts'
import type { Person } from '../../dev/world/sign-up.ts'
import { signedIn } from '../journey.ts'
import { picture } from '../pictures.ts'

const stepMs = 30_000
const row = (page: Page) => page.locator('#authenticator-app')

async function enterPassword(page: Page, { email, password }: Person): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('E-mail or username').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

async function signOut(page: Page): Promise<void> {
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/login/)
}

signedIn(
  'an authenticator app is turned on, asked for when signing in, replaced by a recovery code, and turned off',
  async ({ page, person, server }) => {
    await page.goto('/account/security')
    await page.getByRole('button', { name: 'Set up authenticator app' }).click()
    await expect(row(page).getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
    const secret = (await row(page).locator('code').innerText()).replaceAll(' ', '')
    // Codes of one step are accepted once: each one here is of a later step than the one before.
    let used = 0
    const nextCode = async (): Promise<string> => {
      const step = Math.max(Math.floor(Date.now() / stepMs), used + 1)
      used = step
      // The server accepts a step from 30 seconds before it begins.
      await wait(Math.max(0, (step - 1) * stepMs - Date.now()))
      return codeAt(secret, step * stepMs)
    }
    const first = await nextCode()
    await page.getByLabel('Code', { exact: true }).fill(first === '000000' ? '000001' : '000000')
    await expect(row(page).getByRole('alert')).toContainText('The code is wrong')
    // Pasted with a space, and sent without pressing anything.
    await page.getByLabel('Code', { exact: true }).fill(`${first.slice(0, 3)} ${first.slice(3)}`)

    const dialog = page.getByRole('dialog', { name: 'Save your recovery codes' })
    await expect(dialog).toBeVisible()
    const codes = await dialog.getByRole('listitem').allInnerTexts()
    expect(codes).toHaveLength(10)
    await page.keyboard.press('Escape')
    await expect(dialog.getByRole('button', { name: 'Done' })).toBeDisabled()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Download' }).click(),
    ])
    const saved = await readFile(await download.path(), 'utf8')
    for (const code of codes) expect(saved).toContain(code)
    await dialog.getByLabel('I have saved these codes').check()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(row(page).getByText('10 of 10 recovery codes are left')).toBeVisible()
    await waitForMail(server.dataDir, 'totp-added', person.email)

    // Out, and in with a code: Back leads to the password again.
    await signOut(page)
    await enterPassword(page, person)
    const field = page.getByLabel('Code', { exact: true })
    await expect(field).toBeFocused()
    await page.getByRole('button', { name: 'Back' }).click()
    await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
    await enterPassword(page, person)
    await field.fill(await nextCode())
    await expect(page).toHaveURL(/dashboard/)

    // In with a recovery code, which works once.
    await signOut(page)
    await enterPassword(page, person)
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    const recovery = page.getByLabel('Recovery code', { exact: true })
    await expect(recovery).toBeFocused()
    await recovery.fill((codes[0] ?? '').toLowerCase().replaceAll('-', ' '))
    await recovery.press('Enter')
    await expect(page).toHaveURL(/dashboard/)
    await waitForMail(server.dataDir, 'recovery-code-used', person.email)
    await expect(page.getByText('9 recovery codes left')).toBeVisible()
    await picture(page, 'Signed in with a recovery code')
    await page.getByRole('link', { name: 'Set up a new phone' }).click()
    await expect(page).toHaveURL('/account/security#authenticator-app')
    await expect(row(page).getByText('9 of 10 recovery codes are left')).toBeVisible()

    // New codes, and off. The link has opened the setting.
    await row(page).getByRole('button', { name: 'Create new recovery codes' }).click()
    await page.getByRole('button', { name: 'Create new codes' }).click()
    await expect(dialog).toBeVisible()
    expect(await dialog.getByRole('listitem').allInnerTexts()).not.toContain(codes[1])
    await dialog.getByLabel('I have saved these codes').check()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'Manage authenticator app' }).click()
    await row(page).getByRole('button', { name: 'Turn off' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Turn off' }).click()
    await expect(page.getByRole('button', { name: 'Set up authenticator app' })).toBeVisible()
    await signOut(page)
    await enterPassword(page, person)
    await expect(page).toHaveURL(/dashboard/)
  },
)
