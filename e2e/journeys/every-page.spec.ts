import { expect, type Page } from '@playwright/test'
import type { Person } from '../../dev/world/sign-up.ts'
import { signedIn } from '../journey.ts'
import { dialogOf, look, lookAtDialog } from '../judge-page.ts'
import { seedLifeLike } from '../life-like.ts'
import { mailedLink } from '../mailed-link.ts'
import { chooseEnvironment, reveal, rowOf, unlock } from '../on-the-page.ts'
import { picture } from '../pictures.ts'

/** The focus goes round within the dialog, and back to where it came from. */
async function expectTrap(page: Page, opener: string): Promise<void> {
  const button = page.getByRole('button', { name: opener, exact: true })
  await button.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  for (let step = 0; step < 12; step++) {
    await page.keyboard.press('Tab')
    // The button inside a date field has the focus without matching :focus.
    await expect
      .poll(() => page.evaluate(`document.activeElement.closest('[role=dialog]') !== null`))
      .toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(button).toBeFocused()
}

/** Takes a dialog, and closes it with its unsaved changes. */
async function pictureOfDialog(page: Page, name: string, open: () => Promise<unknown>): Promise<void> {
  await open()
  await expect(dialogOf(page).last()).toBeVisible()
  await picture(page, name)
  await page.keyboard.press('Escape')
  const discard = page.getByRole('button', { name: 'Discard changes' })
  await expect(async () => {
    if (await discard.isVisible()) await discard.click()
    await expect(dialogOf(page)).toBeHidden({ timeout: 500 })
  }).toPass()
}

/** Takes what a button opens. */
const pictureOf = (page: Page, opener: string) =>
  pictureOfDialog(page, `Dialog of ${opener}`, () =>
    page.getByRole('button', { name: opener, exact: true }).first().click(),
  )

async function lookAtDashboard(page: Page): Promise<void> {
  await page.goto('/dashboard')
  await expect(page.getByRole('link', { name: 'Storefront' })).toBeVisible()
  await look(page, 'Dashboard')
  await lookAtDialog(page, 'New Project')
  await pictureOf(page, 'View invitation')
  await page.getByRole('tab', { name: 'Shared with Me' }).click()
  await expect(page.getByRole('link', { name: 'Design system' })).toBeVisible()
  await picture(page, 'Dashboard, shared')
  await pictureOfDialog(page, 'Command menu', () => page.keyboard.press('ControlOrMeta+k'))
  await pictureOfDialog(page, 'Shortcuts', () => page.keyboard.press('?'))
}

async function lookAtVariables(page: Page): Promise<void> {
  await expect(rowOf(page, 'DATABASE_URL')).toBeVisible()
  await look(page, 'Variables')
  for (const opener of ['Add Variable', 'Import .env', 'History', 'Download .env'])
    await lookAtDialog(page, opener)
  await pictureOf(page, 'Edit DATABASE_URL')
  await expectTrap(page, 'Add Variable')
  await reveal(page, 'JWT_PRIVATE_KEY')
  await picture(page, 'Variables, revealed')
  await page.getByRole('button', { name: 'Compare environments' }).click()
  await expect(page.getByText('Differ').first()).toBeVisible()
  await look(page, 'Comparison')
  await page.getByRole('button', { name: 'Close comparison' }).click()
  await page.getByRole('radio', { name: 'Grid' }).click()
  await expect(page.getByRole('rowheader').first()).toBeVisible()
  await picture(page, 'Grid')
  await page.getByRole('radio', { name: 'Text' }).click()
  await page.getByRole('button', { name: 'Show text' }).click()
  await expect(page.getByLabel(/^Text of/)).toBeVisible()
  await picture(page, 'Text')
  await page.getByRole('radio', { name: 'Table' }).click()
  await page.getByRole('checkbox', { name: 'Select DATABASE_URL' }).click()
  await picture(page, 'Variables, selected')
  await pictureOf(page, 'Copy to…')
}

async function lookAtProject(page: Page, projectId: number, person: Person): Promise<void> {
  await page.goto(`/project/${projectId}`)
  await expect(page.getByRole('row', { name: 'production' })).toBeVisible()
  await look(page, 'Environments')
  await pictureOf(page, 'Add Environment')
  await page.getByRole('tab', { name: 'Variables' }).click()
  await look(page, 'Locked variables')
  await unlock(page, person)
  await chooseEnvironment(page, 'production')
  await lookAtVariables(page)
  await page.getByRole('tab', { name: 'Collaborators' }).click()
  await expect(page.getByText('katherine@example.com')).toBeVisible()
  await look(page, 'Collaborators')
  await lookAtDialog(page, 'Invite Collaborator')
  await pictureOf(page, 'Edit permissions of grace')
  await page.getByRole('tab', { name: 'API Keys' }).click()
  await expect(page.getByRole('row', { name: /GitHub Actions/ })).toBeVisible()
  await look(page, 'API keys')
  for (const opener of ['Create API Key', 'Usage of GitHub Actions']) await lookAtDialog(page, opener)
  await pictureOf(page, 'Edit Staging cluster')
  await page.getByRole('tab', { name: 'Activity' }).click()
  await page.getByRole('radio', { name: 'All Activities' }).click()
  await expect(page.getByRole('button', { name: /^Details of: .* read / }).first()).toBeVisible()
  await look(page, 'Activity of a project')
}

async function lookAtActivity(page: Page): Promise<void> {
  await page.goto('/activity?filter=all')
  await expect(page.getByRole('button', { name: /^Details of: .* read / }).first()).toBeVisible()
  await look(page, 'Activity')
  await page.getByRole('tab', { name: /^API Usage/ }).click()
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await look(page, 'API usage')
  await page.getByLabel('Search keys, people, text').fill('Twilio')
  await expect(page.getByText('No API Usage Found')).toBeVisible()
  await picture(page, 'API usage, nothing found')
}

async function lookAtAccount(page: Page): Promise<void> {
  await page.goto('/account')
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible()
  await look(page, 'Account')
  await pictureOf(page, 'Download everything')
  await page.goto('/account/security')
  await expect(page.getByRole('heading', { name: 'Where you are signed in' })).toBeVisible()
  await look(page, 'Security')
  for (const opener of ['Sign out all others', 'Make a new one']) await pictureOf(page, opener)
  await page.goto('/account/tokens')
  await expect(page.getByText('Laptop', { exact: true })).toBeVisible()
  await look(page, 'Access Tokens')
  await pictureOf(page, 'Create token')
  await page.goto('/account/delete')
  await expect(page.getByText('You are signed out everywhere, including here.')).toBeVisible()
  await picture(page, 'Delete account')
  await page.goto('/account/archived-projects')
  await expect(page.getByText('No archived projects')).toBeVisible()
  await look(page, 'Archived Projects')
  await page.goto('/cli-auth')
  await expect(page.getByRole('button', { name: 'Generate CLI Token' })).toBeVisible()
  await look(page, 'CLI')
  await page.goto('/docs')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await look(page, 'Documentation')
}

async function lookOutside(page: Page): Promise<void> {
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('dialog', { name: 'Sign in' })).toBeVisible()
  await page.keyboard.press('Escape')
  await lookAtDialog(page, 'Sign In')
  await lookAtDialog(page, 'Start Free Now')
  await look(page, 'Landing page')
}

signedIn('every page can be read and worked by everybody', async ({ page, server, person }) => {
  signedIn.slow()
  const { projectId } = await seedLifeLike(server, person)
  await lookAtDashboard(page)
  await lookAtProject(page, projectId, person)
  await lookAtActivity(page)
  await page.goto(await mailedLink(server.dataDir, 'invitation', 'katherine@example.com'))
  await expect(page.getByText('This invitation is for another account')).toBeVisible()
  await look(page, 'Invitation')
  await lookAtAccount(page)
  await lookOutside(page)
})
