import { expect } from '@playwright/test'
import { journey, signedIn } from '../journey.ts'
import { clipboard, rowOf, unlock } from '../on-the-page.ts'
import { seedProject } from '../seed.ts'

journey('without a mouse: sign in, open a project, add a variable, copy it', async ({ page, server }) => {
  const person = await server.addPerson()
  await seedProject(person, 'Storefront', { production: { AAA: 'first', ZZZ: 'last' } })
  const { keyboard } = page
  const focused = page.locator(':focus')

  await page.goto('/login')
  await expect(page.getByLabel('E-mail or username')).toBeFocused()
  await keyboard.type(person.email)
  await keyboard.press('Tab')
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await keyboard.type(person.password)
  await keyboard.press('Enter')
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('link', { name: 'Storefront' })).toBeVisible()

  await keyboard.press('ControlOrMeta+k')
  await expect(focused).toHaveRole('combobox')
  await keyboard.type('storefr')
  await expect(page.getByRole('option', { name: 'Storefront', exact: true })).toBeVisible()
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Storefront' })).toBeVisible()
  await page.getByRole('tab', { name: 'Environments' }).focus()
  await keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Variables' })).toHaveAttribute('aria-selected', 'true')

  // The field that comes with the tab leaves the focus where the arrows are.
  await expect(page.getByLabel('Master password', { exact: true })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Variables' })).toBeFocused()
  await keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Collaborators' })).toBeFocused()
  await keyboard.press('ArrowLeft')
  await page.getByLabel('Master password', { exact: true }).focus()
  await keyboard.type(person.masterPassword ?? '')
  await keyboard.press('Enter')
  await expect(rowOf(page, 'AAA')).toBeFocused()
  // The actions of a row are drawn where the focus is, and stay reachable elsewhere.
  await expect(page.getByRole('button', { name: 'Edit AAA' }).locator('..')).toHaveCSS('opacity', '1')
  await expect(page.getByRole('button', { name: 'Edit ZZZ' }).locator('..')).toHaveCSS('opacity', '0')

  // A checkbox takes no letters: shortcuts work on it.
  await page.getByRole('checkbox', { name: 'Select all' }).focus()
  await keyboard.press('n')
  await expect(page.getByLabel('Key', { exact: true })).toBeFocused()
  await keyboard.type('MIDDLE')
  await keyboard.press('Tab')
  await keyboard.type('by hand')
  await keyboard.press('ControlOrMeta+Enter')
  await expect(rowOf(page, 'MIDDLE')).toBeFocused()

  await keyboard.press('/')
  await expect(page.getByLabel('Search keys')).toBeFocused()
  await keyboard.type('midd')
  await expect(rowOf(page, 'AAA')).toBeHidden()
  await keyboard.press('ArrowDown')
  await expect(focused).toContainText('MIDDLE')
  await keyboard.press('c')
  await expect(page.getByRole('button', { name: 'Copied MIDDLE' })).toBeVisible()
  expect(await clipboard(page)).toBe('by hand')
  await keyboard.press('Enter')
  await expect(rowOf(page, 'MIDDLE').getByRole('status')).toHaveText('by hand')
  await keyboard.press('Escape')
  await expect(rowOf(page, 'MIDDLE').getByRole('status')).toBeHidden()

  await keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await keyboard.press('Escape')
  await expect(focused).toContainText('MIDDLE')
})

signedIn('the focus goes to what was made, and stays near what was deleted', async ({ page, person }) => {
  const { projectId } = await seedProject(person, 'Storefront', { production: {}, staging: {}, qa: {} })
  const focused = page.locator(':focus')
  await page.goto(`/project/${projectId}`)
  await page.getByRole('button', { name: 'Delete staging' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Delete environment' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row', { name: 'staging' })).toBeHidden()
  await expect(page.getByRole('row').filter({ has: focused })).toContainText('production')

  await page.keyboard.press('n')
  await page.keyboard.type('preview')
  await page.keyboard.press('Enter')
  await unlock(page, person)
  await expect(page.getByRole('row').filter({ has: focused })).toContainText('preview')
})
