import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const everything = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** What a theme can break; the rest stands in the same places in every theme. */
const colours = ['color-contrast', 'link-in-text-block']
/** What only a whole page has. */
const outline = ['page-has-heading-one', 'heading-order', 'region', 'landmark-one-main']

const wide = { width: 1440, height: 900 }
const narrow = { width: 390, height: 844 }

const isDark = (page: Page): Promise<boolean> =>
  page.evaluate(`matchMedia('(prefers-color-scheme: dark)').matches`)

/** Asks axe about what stands there, and whether anything sticks out at the side. */
async function judge(page: Page, what: string, { isDialog = false } = {}): Promise<void> {
  const axe = new AxeBuilder({ page })
  if (await isDark(page)) axe.withRules(colours)
  else axe.withTags(everything).disableRules(isDialog ? outline : [])
  const { violations } = await (isDialog ? axe.include('[role=dialog]') : axe).analyze()
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary?.split('\n')[1]}`,
    ),
  )
  const sideways = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
  if (await page.evaluate(sideways)) found.push('It scrolls sideways')
  expect.soft(found, what).toEqual([])
}

/** A page: narrow, then wide. */
export async function look(page: Page, what: string): Promise<void> {
  for (const size of (await isDark(page)) ? [wide] : [narrow, wide]) {
    await page.setViewportSize(size)
    await judge(page, `${what} at ${size.width}`)
  }
}

/** What a button opens, wide in the dark theme and narrow in the light one; Esc closes it. */
export async function lookAtDialog(page: Page, opener: string): Promise<void> {
  await page.getByRole('button', { name: opener, exact: true }).first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
  if (!(await isDark(page))) await page.setViewportSize(narrow)
  await judge(page, `Dialog of ${opener}`, { isDialog: true })
  await page.setViewportSize(wide)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
}
