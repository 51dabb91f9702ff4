import { expect, type Locator, type Page } from '@playwright/test'
import { picture } from './pictures.ts'

const wide = { width: 1440, height: 900 }
const narrow = { width: 390, height: 844 }
/** The smallest phone, or a wide screen at 400 %; and a tablet. */
const others = [
  { width: 320, height: 640 },
  { width: 768, height: 1024 },
]

/** What people work with: each must say what it is. Names follow the role, in quotes or as what stands in it. */
const nameless =
  /^\s*- (button|link|textbox|searchbox|checkbox|radio|combobox|tab|switch|menuitem)( \[[^\]]*\])*:?$/

export const dialogOf = (page: Page): Locator => page.getByRole('dialog').or(page.getByRole('alertdialog'))

/** Asks the browser's accessibility tree, and whether anything sticks out at the side. */
async function judge(page: Page, what: string, { isDialog = false } = {}): Promise<void> {
  const tree = await (isDialog ? dialogOf(page) : page.locator('body')).ariaSnapshot()
  const lines = tree.split('\n')
  const namelessLines = lines
    .filter((line) => nameless.test(line))
    .map((line) => `Without a name: ${line.trim()}`)
  const firstLevel = lines.filter((line) => /- heading .*\[level=1\]/.test(line)).length
  if (!isDialog && firstLevel !== 1) namelessLines.push(`It has ${firstLevel} headings of the first level`)
  if (!isDialog && lines.filter((line) => /^\s*- main\b/.test(line)).length !== 1)
    namelessLines.push('It has no one main part')
  if (await keepsScrollingSideways(page)) namelessLines.push('It scrolls sideways')
  expect.soft(namelessLines, what).toEqual([])
}

const scrollsSideways = 'document.documentElement.scrollWidth > document.documentElement.clientWidth'

/** Parts that measure themselves follow a new size of the window a few frames later: only what stays is a fault. */
const keepsScrollingSideways = (page: Page): Promise<boolean> =>
  expect
    .poll(() => page.evaluate(scrollsSideways))
    .toBe(false)
    .then(
      () => false,
      () => true,
    )

/** A page: narrow, then wide. */
export async function look(page: Page, what: string): Promise<void> {
  for (const size of others) {
    await page.setViewportSize(size)
    expect.soft(await keepsScrollingSideways(page), `${what} scrolls sideways at ${size.width}`).toBe(false)
  }
  for (const size of [narrow, wide]) {
    await page.setViewportSize(size)
    await judge(page, `${what} at ${size.width}`)
  }
  await picture(page, what, { fullPage: true })
}

/**
 * What a button opens, narrow and wide; Esc closes it and gives the focus back, which takes a turn: the next step
 * waits.
 */
export async function lookAtDialog(page: Page, opener: string): Promise<void> {
  const button = page.getByRole('button', { name: opener, exact: true }).first()
  await button.click()
  await expect(dialogOf(page)).toBeVisible()
  for (const size of [narrow, wide]) {
    await page.setViewportSize(size)
    await judge(page, `Dialog of ${opener} at ${size.width}`, { isDialog: true })
  }
  await picture(page, `Dialog of ${opener}`)
  await page.keyboard.press('Escape')
  await expect(dialogOf(page)).toBeHidden()
  await expect(button).toBeFocused()
}
