import { setTimeout as sleep } from 'node:timers/promises'
import { expect, type Page } from '@playwright/test'
import { journey } from '../journey.ts'

const search = (page: Page) => page.getByRole('combobox', { name: 'Search the documentation' })
const current = (page: Page) => page.locator('nav[aria-label="Documentation"] [aria-current]')

journey('the manual is searched by keyboard', async ({ browser, server }) => {
  // A page of its own: on a slow machine, what is laid out around the topic that was found moves late.
  const page = await browser.newPage()
  await page.goto(`${server.url}/docs`)
  await expect(search(page)).toBeVisible()
  await page.keyboard.press('/')
  await expect(search(page)).toBeFocused()
  await page.keyboard.type('exit code')
  const first = page.getByRole('option').first()
  await expect(first).toContainText('Exit codes')
  await expect(first).toContainText('CLI Integration')
  await expect(first.locator('mark').first()).toHaveText(/exit/i)
  await expect(first).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('option').nth(1)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#exit-codes$/)
  await expect(page.getByRole('heading', { name: 'Exit codes' })).toBeInViewport()
  await expect(page.getByRole('option').first()).toBeHidden()

  await search(page).fill('zebra crossing')
  await expect(page.getByText('Nothing found for ‘zebra crossing’')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Nothing found')).toBeHidden()
  await page.close()
})

journey('a link leads to the top of what it names', async ({ browser, server }) => {
  for (const width of [1440, 390]) {
    // Pages of their own: what is laid out late moves, which the other pages are watched for.
    const page = await browser.newPage({ viewport: { width, height: 900 } })
    for (const id of ['cli', 'api', 'two-factor', 'troubleshooting']) {
      await page.goto('about:blank')
      await page.goto(`${server.url}/docs#${id}`)
      const top = async () => (await page.locator(`#${id}-title`).boundingBox())?.y ?? 0
      await expect.poll(top).toBeLessThan(130)
      expect(await top()).toBeGreaterThan(56)
    }
    const links = page.locator('.manual-heading > a')
    const boxes = await links.evaluateAll(
      (all: { getBoundingClientRect(): { width: number; height: number } }[]) =>
        all
          .map((link) => link.getBoundingClientRect())
          .filter(({ width, height }) => width < 24 || height < 24),
    )
    expect(boxes).toEqual([])
    await page.close()
  }
})

journey('a call is opened by its link', async ({ browser, server }) => {
  // A page of its own: what opens moves what is below, which the other pages are watched for.
  const page = await browser.newPage()
  await page.goto(`${server.url}/docs#api-createApiKey`)
  const call = page.locator('#api-createApiKey')
  await expect(call).toHaveAttribute('open', '')
  await expect(call).toBeInViewport()
  await expect(call.getByText('Idempotency-Key', { exact: true })).toBeVisible()
  await expect(current(page)).toHaveText('Every call')
  await page.close()
})

journey(
  'commands have the address of the instance and are copied whole',
  async ({ page, context, server }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto('/docs#install')
    const block = page.locator('#install figure').first()
    await block.hover()
    await block.getByRole('button', { name: 'Copy' }).click()
    await expect(block.getByRole('status')).toHaveText('Copied')
    const copied = await page.evaluate('navigator.clipboard.readText()')
    expect(copied).toBe(`npm install --global ${server.url}/cli/envhold.tgz\nenvhold --version`)

    await page.locator('#log-in').getByRole('link', { name: 'Link to Log in' }).click()
    await expect(page).toHaveURL(/#log-in$/)
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(`${server.url}/docs#log-in`)
  },
)

journey('the navigation marks what is read', async ({ page }) => {
  await page.goto('/docs')
  await expect(current(page)).toHaveText('What Envhold is')
  await page.getByRole('link', { name: 'Passkeys', exact: true }).click()
  await expect(current(page)).toHaveText('Passkeys')
  await expect(current(page)).toBeInViewport()
})

journey('a first font that comes late moves nothing', async ({ page }) => {
  await page.route(/inter-ascii/, async (route) => {
    await sleep(800)
    await route.continue()
  })
  await page.goto('/docs')
  await expect.poll(() => page.evaluate('performance.now() > 1_500 && document.fonts.status')).toBe('loaded')
  await expect(current(page)).toHaveText('What Envhold is')
})

journey('nothing but code scrolls sideways on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/docs')
  // What this opens moves the page, as a press would (watch-pages.ts).
  await page.evaluate(
    "dispatchEvent(new Event('keydown')); for (const call of document.querySelectorAll('details')) call.open = true",
  )
  const beyond = await page.evaluate<string[]>(`Array.from(document.querySelectorAll('main *'))
    .filter((one) => !one.closest('pre') && one.getBoundingClientRect().right > innerWidth + 1)
    .map((one) => one.outerHTML.slice(0, 120))`)
  expect(beyond.slice(0, 5)).toEqual([])
})

journey.describe('without a script', () => {
  journey.use({ javaScriptEnabled: false })
  journey('the manual can be read, and shows nothing that does nothing', async ({ page, server }) => {
    await page.goto('/docs')
    await expect(page.getByRole('heading', { name: 'Troubleshooting', exact: true })).toBeAttached()
    await expect(page.getByText(`${server.url}/cli/envhold.tgz`).first()).toBeVisible()
    await expect(search(page)).toBeHidden()
    await expect(page.getByRole('button', { name: 'Copy' }).first()).toBeHidden()
    await page.locator('#api-inject summary').click()
    await expect(page.locator('#api-inject').getByText('X-API-Key').first()).toBeVisible()
  })
})
