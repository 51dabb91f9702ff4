import { createApiKey } from '@envhold/contract/api-keys.ts'
import { inviteCollaborator } from '@envhold/contract/collaborators.ts'
import { createPersonalToken } from '@envhold/contract/personal-tokens.ts'
import { expect, type Page } from '@playwright/test'
import type { Person } from '../../dev/world/sign-up.ts'
import { signedIn } from '../journey.ts'
import { look, lookAtDialog } from '../judge-page.ts'
import { mailedLink } from '../mailed-link.ts'
import { rowOf, unlock } from '../on-the-page.ts'
import { seedProject } from '../seed.ts'

async function seed(person: Person): Promise<number> {
  const { projectId, environments } = await seedProject(person, 'Storefront', {
    development: { DATABASE_URL: 'postgres://localhost/store', LOG_LEVEL: 'debug' },
    production: {
      DATABASE_URL: 'postgres://db.internal/store',
      STRIPE_SECRET_KEY: 'sk_live_1',
      PORT: '8080',
    },
  })
  const { client } = person
  await client.call(inviteCollaborator, {
    params: { id: projectId },
    body: { email: 'grace@example.com', role: 'read', environments: Object.values(environments) },
  })
  await client.call(createApiKey, {
    params: { id: projectId },
    body: { name: 'Pipeline', permissions: ['read_variables', 'variables.api_inject'] },
  })
  await client.call(createPersonalToken, { body: { name: 'Laptop', permissions: ['read_variables'] } })
  return projectId
}

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

for (const colorScheme of ['light', 'dark'] as const) {
  signedIn.describe(colorScheme, () => {
    signedIn.use({ colorScheme })
    signedIn(
      `every page can be read and worked by everybody, ${colorScheme}`,
      async ({ page, server, person }) => {
        const projectId = await seed(person)
        await page.goto('/dashboard')
        await expect(page.getByRole('link', { name: 'Storefront' })).toBeVisible()
        await look(page, 'Dashboard')
        await lookAtDialog(page, 'New Project')

        await page.goto(`/project/${projectId}`)
        await expect(page.getByRole('row', { name: 'production' })).toBeVisible()
        await look(page, 'Environments')
        await page.getByRole('tab', { name: 'Variables' }).click()
        await look(page, 'Locked variables')
        await unlock(page, person)
        await expect(rowOf(page, 'DATABASE_URL')).toBeVisible()
        await look(page, 'Variables')
        for (const opener of ['Add Variable', 'Import .env', 'History', 'Download .env'])
          await lookAtDialog(page, opener)
        await expectTrap(page, 'Add Variable')
        await page.getByRole('button', { name: 'Compare environments' }).click()
        await expect(page.getByText('Differ').first()).toBeVisible()
        await look(page, 'Comparison')
        await page.getByRole('tab', { name: 'Collaborators' }).click()
        await expect(page.getByText('grace@example.com')).toBeVisible()
        await look(page, 'Collaborators')
        await lookAtDialog(page, 'Invite Collaborator')
        await page.getByRole('tab', { name: 'API Keys' }).click()
        await expect(page.getByRole('heading', { name: 'Pipeline' })).toBeVisible()
        await look(page, 'API keys')
        await lookAtDialog(page, 'Create API Key')
        await lookAtDialog(page, 'Usage of Pipeline')
        await page.getByRole('tab', { name: 'Activity' }).click()
        await page.getByRole('radio', { name: 'All Activities' }).click()
        await expect(page.getByRole('button', { name: /^Read variables/ }).first()).toBeVisible()
        await look(page, 'Activity of a project')

        await page.goto('/activity?filter=all')
        await expect(page.getByRole('button', { name: /^Read variables/ }).first()).toBeVisible()
        await look(page, 'Activity')
        await page.getByRole('tab', { name: /^API Usage/ }).click()
        await expect(page.getByText('No API Usage Found')).toBeVisible()
        await look(page, 'API usage')

        await page.goto(await mailedLink(server.dataDir, 'invitation', 'grace@example.com'))
        await expect(page.getByText('This invitation is for another account')).toBeVisible()
        await look(page, 'Invitation')

        await page.goto('/account')
        await expect(page.getByText('Laptop', { exact: true })).toBeVisible()
        await look(page, 'Account')
        await page.goto('/account/archived-projects')
        await expect(page.getByText('No archived projects')).toBeVisible()
        await look(page, 'Archived Projects')
        await page.goto('/cli-auth')
        await expect(page.getByRole('button', { name: 'Generate CLI Token' })).toBeVisible()
        await look(page, 'CLI')
        await page.goto('/docs')
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await look(page, 'Documentation')
        await page.goto('/dashboard')
        await page.getByRole('button', { name: 'Logout' }).click()
        await expect(page.getByRole('dialog', { name: 'Sign in' })).toBeVisible()
        await page.keyboard.press('Escape')
        await lookAtDialog(page, 'Sign In')
        await lookAtDialog(page, 'Start Free Now')
        await look(page, 'Landing page')
      },
    )
  })
}
