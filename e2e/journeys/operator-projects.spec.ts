import { createProject, deleteProject } from '@envhold/contract/projects/projects.ts'
import { expect } from '@playwright/test'
import { signedIn } from '../journey.ts'
import { look, lookAtDialog } from '../judge-page.ts'
import { openSignedOut, signIn } from '../on-the-page.ts'

signedIn(
  'an operator restores a deleted project, and its owner reads why',
  async ({ page, browser, server }) => {
    const grace = await server.addPerson({ email: 'grace@example.com' })
    const { project } = await grace.client.call(createProject, { body: { name: 'Storefront' } })
    await page.goto('/admin/projects')
    await expect(page.getByRole('row', { name: /Storefront/ })).toContainText('Live')
    await lookAtDialog(page, 'Transfer Storefront')

    await grace.client.call(deleteProject, { params: { id: project.id } })
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(page.getByRole('row', { name: /Storefront/ })).toContainText(/Deleteduntil /)
    await look(page, 'Projects with a deleted one')
    await lookAtDialog(page, 'Restore Storefront')
    await page.getByRole('button', { name: 'Restore Storefront' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Restore Project' })
    await dialog.getByLabel('Reason').fill('Deleted by mistake')
    await dialog.getByRole('button', { name: 'Restore Project' }).click()
    await expect(page.getByRole('row', { name: /Storefront/ })).toContainText('Live')
    await page.getByRole('link', { name: grace.username }).click()
    await expect(page.getByRole('heading', { name: grace.username, level: 1 })).toBeVisible()

    const theirs = await openSignedOut(browser, server.url)
    await theirs.goto('/login')
    await signIn(theirs, grace)
    await expect(theirs.getByRole('link', { name: 'Storefront' })).toBeVisible()
    await theirs.goto('/account/security')
    await expect(theirs.getByText(/Deleted by mistake/)).toBeVisible()
    await theirs.context().close()
  },
)
