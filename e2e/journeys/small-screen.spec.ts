import { updateProfile } from '@envhold/contract/accounts/account-settings.ts'
import { createEnvironment } from '@envhold/contract/environments/environments.ts'
import { expect, type Locator, type Page } from '@playwright/test'
import { signedIn } from '../journey.ts'
import { openTab, rowOf, unlock } from '../on-the-page.ts'
import { seedProject } from '../seed.ts'

const box = async (locator: Locator) => {
  const box = await locator.boundingBox()
  if (!box) throw new Error('It is not on the page')
  return box
}

const overlap = async (one: Locator, other: Locator) => {
  const [a, b] = [await box(one), await box(other)]
  return a.y < b.y + b.height && b.y < a.y + a.height && a.x < b.x + b.width && b.x < a.x + a.width
}

/** Of the viewport, not of what scrolls. */
const inSight = async (page: Page, locator: Locator) => {
  const { y, height } = await box(locator)
  return y >= 0 && y + height <= (page.viewportSize()?.height ?? 0)
}

signedIn('many environments on a small phone', async ({ page, person }) => {
  const { projectId } = await seedProject(person, 'Storefront', { production: { AAA: '1' } })
  const names = Array.from({ length: 100 }, (_, index) => `preview-${String(index).padStart(3, '0')}`)
  for (const name of names)
    await person.client.call(createEnvironment, { params: { projectId }, body: { name } })
  await page.setViewportSize({ width: 320, height: 640 })

  await page.goto(`/project/${projectId}?tab=collaborators`)
  await page.getByRole('button', { name: 'Invite Collaborator' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite Collaborator' })
  await dialog.getByLabel('E-mail').fill('grace@example.com')
  const heading = dialog.getByRole('heading', { name: 'Invite Collaborator' })
  const invite = dialog.getByRole('button', { name: 'Invite collaborator' })
  expect(await inSight(page, invite)).toBe(true)
  await dialog.getByLabel('Search environments').fill('view-07')
  await expect(dialog.getByRole('checkbox', { name: /^preview-/ })).toHaveCount(10)
  await dialog.getByRole('checkbox', { name: 'preview-077' }).check()
  await dialog.getByLabel('Search environments').fill('nowhere')
  await expect(dialog.getByText('No environment matches')).toBeVisible()
  await expect(dialog.getByText('1 of 101 chosen')).toBeVisible()
  expect(await inSight(page, heading)).toBe(true)
  expect(await inSight(page, invite)).toBe(true)
  await invite.click()
  await unlock(page, person)
  const message = page.getByText('Collaborator invited successfully!')
  await expect(message).toBeVisible()
  expect(await overlap(message, page.getByRole('heading', { level: 1 }))).toBe(false)
  expect((await box(message)).y).toBeGreaterThan(320)
  await expect(page.getByText('grace@example.com')).toBeVisible()

  await openTab(page, 'API Keys')
  await page.getByRole('button', { name: 'Create API Key' }).first().click()
  await page.getByRole('dialog').getByLabel('Search environments').fill('view-042')
  await expect(page.getByRole('dialog').getByRole('checkbox', { name: /^preview-/ })).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog').getByLabel('Search environments')).toHaveValue('')
  await page.keyboard.press('Escape')

  await openTab(page, 'Variables')
  await expect(rowOf(page, 'AAA')).toBeVisible()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Compare environments' }).click()
  await page.getByRole('button', { name: 'Right environment: preview-000' }).click()
  await page.getByLabel('Search environments').fill('view-09')
  await expect(page.getByRole('option', { name: /^preview-/ })).toHaveCount(10)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Right environment: preview-091' })).toBeFocused()
})

signedIn('what is selected shows without colors of ours', async ({ page, person }) => {
  const { projectId } = await seedProject(person, 'Storefront', {
    production: { AAA: '1', BBB: '2' },
    qa: {},
  })
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  await page.goto(`/project/${projectId}?tab=variables`)
  await unlock(page, person)
  await page.getByRole('checkbox', { name: 'Select BBB' }).check()
  await page.keyboard.press('Escape')
  await page.getByRole('checkbox', { name: 'Select AAA' }).check()
  await page.getByLabel('Search keys').focus()
  const outlined = (locator: Locator) => expect(locator).toHaveCSS('outline-style', 'solid')
  const plain = (locator: Locator) => expect(locator).toHaveCSS('outline-style', 'none')
  await outlined(page.getByRole('tab', { name: 'Variables' }))
  await plain(page.getByRole('tab', { name: 'Collaborators' }))
  await outlined(rowOf(page, 'AAA'))
  await plain(rowOf(page, 'BBB'))
  await outlined(page.getByRole('radio', { name: 'Table' }))
  await plain(page.getByRole('radio', { name: 'Grid' }))
})

signedIn('the header greets with the name that somebody gave', async ({ page, person }) => {
  await page.goto('/cli-auth')
  await expect(page.getByText('envhold pull --project my-project --env production')).toBeVisible()
  await seedProject(person, 'Internal tools', { production: {}, staging: {} })
  await page.reload()
  await expect(page.getByText("envhold pull --project 'Internal tools' --env staging")).toBeVisible()
  await expect(page.getByText('Welcome,')).not.toContainText(person.username)
  await page.goto('/account/security')
  await expect(page.getByRole('button', { name: 'Change Master Password' })).toBeVisible()
  await person.client.call(updateProfile, { body: { firstName: 'Ada', lastName: 'Lovelace' } })
  await page.reload()
  await expect(page.getByText('Welcome,')).toContainText('Ada Lovelace')

  await page.goto('/docs')
  for (const section of [
    'Overview',
    'CLI Integration',
    'API Reference',
    'Team Management',
    'Security',
    'Integrations',
    'Troubleshooting',
  ])
    await expect(page.getByRole('heading', { level: 2, name: section, exact: true })).toBeVisible()

  await page.evaluate('localStorage.clear()')
  await page.goto('/cli-auth')
  await expect(page.getByRole('dialog', { name: 'Sign in' })).toContainText('Please log in first')
})
