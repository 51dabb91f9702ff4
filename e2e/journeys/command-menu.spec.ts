import { expect, type Page } from '@playwright/test'
import { signedIn } from '../journey.ts'
import { unlock } from '../on-the-page.ts'
import { seedProject } from '../seed.ts'

async function choose(page: Page, command: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.locator(':focus')).toHaveRole('combobox')
  await page.keyboard.type(command)
  await expect(page.getByRole('option', { name: command }).first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
}

signedIn('a command opens its dialog on the page it leads to, once', async ({ page, person }) => {
  const { projectId } = await seedProject(person, 'Storefront', { production: { PORT: '80' } })
  const dialog = page.getByRole('dialog')

  await page.goto('/account')
  await expect(page.getByRole('heading', { name: 'Account', exact: true })).toBeVisible()
  await choose(page, 'New project')
  await expect(page.getByRole('dialog', { name: 'Create Project' })).toBeVisible()
  await expect(page).toHaveURL('/dashboard')
  await page.reload()
  await expect(page.getByRole('link', { name: 'Storefront' })).toBeVisible()
  await expect(dialog).toBeHidden()

  await page.goto(`/project/${projectId}?tab=activity`)
  await expect(page.getByRole('heading', { name: 'Storefront' })).toBeVisible()
  await choose(page, 'New environment')
  await expect(page.getByRole('dialog', { name: 'Create Environment' })).toBeVisible()
  await expect(page).toHaveURL(`/project/${projectId}?tab=environments`)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await choose(page, 'Invite collaborator')
  await expect(page.getByRole('dialog', { name: 'Invite Collaborator' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})

signedIn('what a locked vault keeps from opening comes once it is open', async ({ page, person }) => {
  const { projectId } = await seedProject(person, 'Storefront', { production: { PORT: '80' } })
  await page.goto(`/project/${projectId}?tab=variables&action=add-variable`)
  await unlock(page, person)
  const dialog = page.getByRole('dialog', { name: 'Add Variable' })
  await expect(dialog.getByLabel('Key', { exact: true })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.locator(':focus')).toHaveRole('combobox')
  await page.keyboard.type('PORT')
  await expect(page.getByRole('option', { name: 'PORT' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await page.getByText('Text', { exact: true }).click()
  await expect(page).toHaveURL(/view=text/)
  await choose(page, 'Add variable')
  await expect(dialog).toBeVisible()
  expect(new URL(page.url()).searchParams.has('action')).toBe(false)
})

signedIn('letters typed while the command menu loads are in its field', async ({ page, person }) => {
  await seedProject(person, 'Storefront', { production: { PORT: '80' } })
  const response = Promise.withResolvers<void>()
  await page.route(/\/assets\/later-[^/]*\.js$/, async (route) => {
    await response.promise
    await route.continue()
  })
  await page.goto('/dashboard')
  await expect(page.getByRole('link', { name: 'Storefront' })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('new pro')
  response.resolve()
  await expect(page.getByRole('option', { name: 'New project' })).toBeVisible()
  const field = page.getByRole('combobox')
  await expect(field).toBeFocused()
  await page.keyboard.type('ject')
  await expect(field).toHaveValue('new project')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Create Project' })).toBeVisible()
})

signedIn(
  'Escape closes the command menu while it loads, and gives the focus back',
  async ({ page, person }) => {
    await seedProject(person, 'Storefront', { production: { PORT: '80' } })
    await page.route(/\/assets\/later-[^/]*\.js$/, () => {})
    await page.goto('/dashboard')
    const project = page.getByRole('link', { name: 'Storefront' })
    await project.focus()
    await page.keyboard.press('ControlOrMeta+k')
    const menu = page.getByRole('dialog', { name: 'Command menu' })
    await expect(menu.getByRole('textbox')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()
    await expect(project).toBeFocused()
  },
)
