import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { publicPages } from '@envhold/contract/pages/public-pages.ts'
import { expect, type Page } from '@playwright/test'
import { journey, signedIn } from '../journey.ts'
import { look } from '../judge-page.ts'
import { openSignedOut, signIn } from '../on-the-page.ts'

const pathOf = (page: Page) => new URL(page.url()).pathname

const dialogs = (page: Page) => page.getByRole('dialog')

journey('public pages are complete without a script', async ({ browser, server }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: server.url })
  const page = await context.newPage()
  for (const { path, title } of publicPages) {
    await page.goto(path)
    await expect(page).toHaveTitle(title)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const html = await page.content()
    expect(html, path).not.toMatch(/⟦|⟧|envhold\.example/)
    const canonical = page.locator('link[rel=canonical]')
    await expect(canonical).toHaveAttribute('href', `${server.url}${path === '/login' ? '/' : path}`)
    await expect(page.locator('meta[property="og:title"]')).toHaveAttribute('content', title)
    const picture = await page.locator('meta[property="og:image"]').getAttribute('content')
    const response = await page.request.get(picture ?? '')
    expect([response.status(), response.headers()['content-type']]).toEqual([200, 'image/png'])
  }
  await page.goto('/')
  for (const text of [
    '$0',
    '$5',
    '1 project',
    '1,000 API calls per month',
    `envhold login --server ${server.url}`,
  ])
    await expect(page.getByText(text).first()).toBeVisible()
  await context.close()
})

journey('a link of the header and the footer leads to each public page', async ({ page }) => {
  await page.goto('/')
  const header = page.getByRole('banner')
  for (const name of ['Documentation', 'About', 'Contact', 'Home']) {
    await header.getByRole('link', { name, exact: true }).click()
    await expect(header.getByRole('link', { name, exact: true })).toHaveAttribute('aria-current', 'page')
  }
  await page.getByRole('contentinfo').getByRole('link', { name: 'Pricing' }).click()
  await expect(page.locator('#pricing')).toBeInViewport()
  await header.getByRole('link', { name: 'Features' }).click()
  await expect(page.locator('#features')).toBeInViewport()
  const footer = page.getByRole('contentinfo')
  const links = await footer.getByRole('link').all()
  const hrefs = await Promise.all(links.map((link) => link.getAttribute('href')))
  for (const href of ['/docs', '/docs#api', '/privacy', '/terms', '/about', '/contact'])
    expect(hrefs).toContain(href)
})

journey('a theme is chosen, and stays', async ({ page }) => {
  await page.goto('/about')
  await page.getByRole('button', { name: 'Theme' }).click()
  await page.getByText('Dark', { exact: true }).click()
  const root = page.locator('html')
  await expect(root).toHaveAttribute('data-theme', 'dark')
  await page.goto('/terms')
  await expect(root).toHaveAttribute('data-theme', 'dark')
  await page.getByRole('button', { name: 'Theme' }).click()
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked()
})

journey(
  'signed out, other paths lead to the landing page, and pages of the app come back',
  async ({ page }) => {
    await page.goto('/no-such-page')
    await expect(page.getByRole('heading', { level: 1 })).toContainText('encrypted')
    expect(new URL(page.url()).search).toBe('')
    await expect(dialogs(page)).toHaveCount(0)
    await page.goto('/activity?page=2')
    await expect(dialogs(page)).toContainText('Please log in first')
    expect(new URL(page.url()).searchParams.get('next')).toBe('/activity?page=2')
    // The address of another server is not opened: the page is the landing page, without a dialog.
    await page.goto('/?next=https://evil.example')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.mouse.move(10, 10)
    await expect(dialogs(page)).toHaveCount(0)
  },
)

signedIn.describe('with a session', () => {
  signedIn('the landing page never shows, and the other public pages do', async ({ page }) => {
    for (const [from, to] of [
      ['/', '/dashboard'],
      ['/login', '/dashboard'],
      ['/?next=/account', '/account'],
      ['/login?next=//evil.example', '/dashboard'],
    ] as const) {
      await page.goto(from)
      await page.waitForURL(`**${to}`)
    }
    for (const path of ['/docs', '/about', '/contact', '/privacy', '/terms']) {
      await page.goto(path)
      await expect(page.getByRole('banner').getByRole('link', { name: 'Dashboard' })).toBeVisible()
      await expect(page.getByRole('button', { name: 'Sign In' })).toHaveCount(0)
      expect(pathOf(page)).toBe(path)
    }
  })

  signedIn('signing in leads to the page that was asked for', async ({ browser, server, person }) => {
    const page = await openSignedOut(browser, server.url)
    await page.goto('/account')
    await signIn(page, person)
    await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible()
    await expect(page.getByText('Login successful!')).toBeVisible()
    await page.context().close()
  })
})

journey('an operator replaces a policy while the server runs', async ({ page, server }) => {
  await page.goto('/privacy')
  await expect(page.getByText('Last updated January 1, 2025')).toBeVisible()
  await expect(page.getByText('comes with Envhold')).toBeVisible()
  const folder = join(server.dataDir, 'pages')
  await mkdir(folder)
  await writeFile(
    join(folder, 'privacy.md'),
    '# Our policy\n\n<script>alert(1)</script>\n\n![x](https://evil.example/x.png)',
  )
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Our policy' })).toBeVisible()
  await expect(page.getByText('<script>alert(1)</script>')).toBeVisible()
  await expect(page.locator('main img')).toHaveCount(0)
  await expect(page.getByText('wrote this text')).toBeVisible()
  await rm(folder, { recursive: true })
  await page.reload()
  await expect(page.getByText('comes with Envhold')).toBeVisible()
})

for (const colorScheme of ['light', 'dark'] as const) {
  journey.describe(colorScheme, () => {
    journey.use({ colorScheme })
    journey(`every public page can be read by everybody, ${colorScheme}`, async ({ page }) => {
      for (const path of ['/', '/about', '/contact', '/privacy', '/terms']) {
        await page.goto(path)
        await look(page, path)
      }
    })
  })
}
