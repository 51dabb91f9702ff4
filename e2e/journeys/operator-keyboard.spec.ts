import { expect, type Page } from '@playwright/test'
import { signedIn } from '../journey.ts'
import { pageReady } from '../page-ready.ts'

/** Every page of the operator area, and what opens a dialog or a drawer there. */
const pages: Readonly<Record<string, readonly string[]>> = {
  '/admin': ['View Stats'],
  '/admin/users': [],
  '/admin/users/1': [],
  '/admin/roles': ['Create Role'],
  '/admin/api-keys': [],
  '/admin/email-templates': [],
  '/admin/compliance': [],
  '/admin/jobs': [],
  '/admin/plans': ['Create Plan'],
  '/admin/payment-settings': [],
  '/admin/instance': ['Diagnostics', 'table button'],
  '/admin/audit': ['table button'],
  '/admin/backups': [],
  '/admin/settings': [],
}

/** Numbers the controls that Tab must reach, in the order of the page. Runs in the page. */
const numberControls = `(() => {
  const all = document.querySelectorAll('a[href], button, input, select, textarea, summary, iframe, [tabindex]')
  const controls = [...all].filter((one) => one.tabIndex >= 0 && !one.disabled && one.checkVisibility())
  // Of radio buttons Tab reaches the chosen one.
  const reached = controls.filter((one) => one.type !== 'radio' || one.checked)
  reached.forEach((one, at) => one.setAttribute('data-number', String(at)))
  return reached.length
})()`

/** Where the focus is, and whether people can see it. Runs in the page. */
const describeFocus = `(() => {
  const one = document.activeElement
  const { left, top, width, height } = one.getBoundingClientRect()
  const above = document.elementFromPoint(left + width / 2, top + Math.min(height, innerHeight) / 2)
  const marked = [one, ...(one.closest('label') ? [one.closest('label')] : [])].some((each) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(each)
    return outlineStyle !== 'none' && parseFloat(outlineWidth) > 0
  })
  return {
    // A group passes the focus on to what is chosen in it.
    number: Number(one.closest('[data-number]')?.getAttribute('data-number') ?? -1),
    name: (one.getAttribute('aria-label') || one.textContent || one.name || one.tagName).trim().slice(0, 40),
    isMarked: marked,
    isCovered: above !== null && !one.contains(above) && !above.contains(one),
  }
})()`

interface Focus {
  readonly number: number
  readonly name: string
  readonly isMarked: boolean
  readonly isCovered: boolean
}

/** Walks by Tab from the first control to the last. @returns what is wrong */
async function walk(page: Page): Promise<string[]> {
  const count = await page.evaluate<number>(numberControls)
  const wrong: string[] = []
  let index = -1
  // A date has several stops of its own.
  for (let presses = 0; index < count - 1 && presses < count + 30; presses++) {
    await page.keyboard.press('Tab')
    const { number, name, isMarked, isCovered } = await page.evaluate<Focus>(describeFocus)
    if (number === index) continue
    if (number !== index + 1) wrong.push(`'${name}' is control ${number}, after ${index}`)
    if (!isMarked) wrong.push(`the focus on '${name}' does not show`)
    if (isCovered) wrong.push(`'${name}' is covered`)
    index = number
  }
  if (index !== count - 1) wrong.push(`Tab ended at ${index} of ${count}`)
  return wrong
}

async function openAndClose(page: Page, opener: string): Promise<void> {
  const button = opener.includes(' button')
    ? page.locator(opener).first()
    : page.getByRole('button', { name: opener, exact: true }).first()
  await button.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog, opener).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(dialog.locator(':focus'), opener).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(button).toBeFocused()
}

signedIn('without a mouse: every page of the operator area', async ({ page }) => {
  for (const [path, openers] of Object.entries(pages)) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await pageReady(page)
    expect.soft(await walk(page), path).toEqual([])
    for (const opener of openers) await openAndClose(page, opener)
  }
})
