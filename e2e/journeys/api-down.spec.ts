import { expect } from '@playwright/test'
import { signedIn } from '../journey.ts'
import { openVariables, reveal, rowOf, unlock } from '../on-the-page.ts'
import { seedProject } from '../seed.ts'

signedIn.use({ ownProcess: true })

signedIn(
  'while the API is down the page says so, keeps what was typed, and goes on',
  async ({ page, person, server }) => {
    const { projectId } = await seedProject(person, 'Storefront', { production: { GREETING: 'Hello' } })
    await openVariables(page, projectId)
    await unlock(page, person)
    await page.getByRole('button', { name: 'Edit GREETING' }).click()
    const form = page.getByRole('dialog', { name: 'Edit Variable' })
    await form.getByLabel('Value').fill('typed while it was down')
    await server.kill()
    await form.getByRole('button', { name: /^Save to / }).click()
    await expect(form.getByText(/The server cannot be reached/)).toBeVisible()
    await expect(form.getByLabel('Value')).toHaveValue('typed while it was down')
    await server.startAgain()
    await form.getByRole('button', { name: /^Save to / }).click()
    await expect(form).toBeHidden()
    await expect(await reveal(page, 'GREETING')).toHaveText('typed while it was down')

    // The page itself loads, as it does from a cache or another node, and its API does not answer.
    await page.route('**/api/**', (route) => route.abort('connectionrefused'))
    await page.reload()
    await expect(page.getByText('Initializing secure authentication...')).toBeVisible()
    await expect(page.getByText('The server cannot be reached').first()).toBeVisible()
    await page.unroute('**/api/**')
    await page.getByRole('button', { name: 'Try again' }).first().click()
    await expect(page.getByText('The server cannot be reached')).toBeHidden()
    await page.goto(`/project/${projectId}?tab=variables`)
    await unlock(page, person)
    await expect(rowOf(page, 'GREETING')).toBeVisible()
  },
)

signedIn(
  'while the server is away no page is lost, and one that was asked for comes by itself',
  async ({ page, server }) => {
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { name: 'Projects' })).toBeVisible()
    // A request that the end of the server cuts off is an error in the console.
    await page.waitForLoadState('networkidle')
    await server.kill()
    await page.getByRole('link', { name: 'Activity' }).hover()
    await page.waitForTimeout(500)
    await expect(page.getByRole('heading', { name: 'Projects' })).toBeVisible()
    await page.getByRole('link', { name: 'Activity' }).click()
    await expect(page.getByRole('heading', { name: 'The server cannot be reached' })).toBeVisible()
    await server.startAgain()
    await expect(page.getByRole('heading', { name: 'Security & Account Activity' })).toBeVisible()
  },
)
