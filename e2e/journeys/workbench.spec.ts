import { expect, type Page } from '@playwright/test'
import { signedIn } from '../journey.ts'
import { openVariables, rowOf, unlock } from '../on-the-page.ts'
import { seedProject } from '../seed.ts'

const many = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`KEY${100 + n}`, 'value']))

const topOf = async (page: Page, key: string) => (await rowOf(page, key).boundingBox())?.y ?? Number.NaN

/** Until the header is just out of view. */
const scrollHeaderAway = (page: Page) =>
  page.evaluate("scrollTo(0, document.querySelector('header').offsetHeight)")

signedIn('the table begins near the top, and the bar stays in view', async ({ page, person }) => {
  const { projectId } = await seedProject(person, 'Storefront', { production: many })
  await page.setViewportSize({ width: 1440, height: 900 })
  await openVariables(page, projectId)
  await unlock(page, person)
  await expect(rowOf(page, 'KEY100')).toBeVisible()
  expect(await topOf(page, 'KEY100')).toBeLessThanOrEqual(190)
  const menu = page.getByRole('main').getByRole('button', { name: 'Menu' })
  await expect(menu).toBeHidden()
  await scrollHeaderAway(page)
  expect(await topOf(page, 'KEY100')).toBeLessThanOrEqual(140)

  await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
  await expect(page.getByRole('button', { name: 'Environment: production' })).toBeInViewport()
  await expect(page.getByRole('searchbox', { name: 'Search keys' })).toBeInViewport()
  await expect(page.getByRole('columnheader', { name: 'Value' })).toBeInViewport()
  await menu.click()
  await page.getByRole('menuitem', { name: 'Dashboard' }).click()
  await expect(page).toHaveURL('/dashboard')

  await page.setViewportSize({ width: 390, height: 844 })
  await openVariables(page, projectId)
  await unlock(page, person)
  await expect(rowOf(page, 'KEY100')).toBeVisible()
  expect(await topOf(page, 'KEY100')).toBeLessThanOrEqual(190)
  await page.getByRole('button', { name: 'Search keys' }).click()
  await page.getByRole('searchbox', { name: 'Search keys' }).fill('159')
  await expect(rowOf(page, 'KEY159')).toBeVisible()
  await expect(rowOf(page, 'KEY100')).toBeHidden()
})

signedIn(
  'the grid fills the window, and neither it nor the table makes the page scroll sideways',
  async ({ page, person }) => {
    const environments = { development: many, staging: many, production: many }
    const { projectId } = await seedProject(person, 'Storefront', environments)
    for (const width of [1440, 1024, 768, 390, 320]) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(`/project/${projectId}?tab=variables&view=grid`)
      await unlock(page, person)
      await expect(rowOf(page, 'KEY100')).toBeVisible()
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
      if (width === 1440) {
        expect(await topOf(page, 'KEY100')).toBeLessThanOrEqual(190)
        expect(await page.getByRole('grid').boundingBox()).toMatchObject({ x: 0, width })
        await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
        await expect(page.getByRole('main').getByRole('button', { name: 'Menu' })).toBeVisible()
      }
      await page.keyboard.press('v')
      await expect(page.getByRole('button', { name: 'Show text' })).toBeVisible()
      await page.keyboard.press('v')
      await expect(page.getByRole('grid', { name: 'Variables of ' })).toBeVisible()
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
    }
  },
)
