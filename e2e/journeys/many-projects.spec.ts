import { createProject } from '@envhold/contract/projects/projects.ts'
import { expect } from '@playwright/test'
import { signedIn } from '../journey.ts'
import { look } from '../judge-page.ts'
import { seedProject } from '../seed.ts'

signedIn('many projects are found, pinned and opened where they were left', async ({ page, person }) => {
  const names = ['Blog', 'Checkout', 'Docs', 'Events', 'Forum', 'Gallery', 'Help']
  for (const name of names) await person.client.call(createProject, { body: { name } })
  const { environments, projectId } = await seedProject(person, 'Storefront', {
    development: {},
    production: {},
  })
  await page.goto('/dashboard')
  const cards = page.getByRole('article')
  await expect(cards).toHaveCount(8)
  await cards
    .filter({ hasText: 'Storefront' })
    .getByRole('link', { name: /^production/ })
    .click()
  await expect(page).toHaveURL(`/project/${projectId}?tab=variables&environment=${environments.production}`)

  // Opened is what has shown, and its environment once they were read.
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Storefront')
  await expect(page.getByRole('button', { name: 'Environment: production' })).toBeVisible()
  await person.client.call(createProject, { body: { name: 'Admin console' } })
  await page.goto('/dashboard')
  await expect(page.getByRole('row', { name: 'Recent 1' })).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type('docs')
  await expect(page.getByText('1 of 9')).toBeVisible()
  const row = page.getByRole('row', { name: /^Docs/ })
  await row.hover()
  await row.getByRole('button', { name: 'Pin Docs' }).click()
  await page.getByLabel('Filter 9 projects').press('Escape')
  await page.reload()
  await expect(page.getByRole('row', { name: 'Pinned 1' })).toBeVisible()
  const storefront = page.getByRole('link', { name: 'Storefront', exact: true })
  // It names the environment once the environments of all projects are read.
  await expect(storefront).toHaveAttribute('href', /environment=/)
  await storefront.click()
  await expect(page).toHaveURL(`/project/${projectId}?tab=variables&environment=${environments.production}`)

  await page.getByRole('link', { name: 'Back to Dashboard' }).click()
  await page.keyboard.press('ControlOrMeta+k')
  const offered = page.getByRole('dialog').getByRole('option')
  await expect(offered.filter({ hasText: /Storefront|Admin console/ }).first()).toContainText('Storefront')

  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Pin Blog' }).click()
  await expect(page.getByRole('button', { name: 'Pin Blog' })).toHaveAttribute('aria-pressed', 'true')
  await look(page, 'Many projects')
})
