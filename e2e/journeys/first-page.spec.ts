import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { publicPages } from '@envhold/contract/pages/public-pages.ts'
import { expect } from '@playwright/test'
import { journey } from '../journey.ts'

const dist = join(import.meta.dirname, '../../build/envhold-server/web')
const maxBytes = 200 * 1024
/** Pages without a part that React runs need its code only once a dialog is opened. */
const plainMaxBytes = 8 * 1024
const withReact = ['/login', '/docs', '/contact']

const sizeOf = async (path: string) => {
  const file = join(dist, path)
  return (await stat(`${file}.gz`).catch(() => stat(file))).size
}

journey('public pages are light', async ({ page }) => {
  // The first move of the pointer loads the dialogs. It may still stand where an earlier journey of this browser left it.
  await page.addInitScript(
    `addEventListener('pointermove', (event) => event.stopImmediatePropagation(), true)`,
  )
  for (const { path } of publicPages) {
    const scripts = new Set<string>()
    const collect = (request: { resourceType: () => string; url: () => string }) => {
      if (request.resourceType() === 'script') scripts.add(new URL(request.url()).pathname)
    }
    page.on('request', collect)
    await page.goto(path, { waitUntil: 'networkidle' })
    await expect(page.locator('h1')).toHaveCount(1)
    page.off('request', collect)
    expect(scripts.size).toBeGreaterThan(1)
    const sizes = await Promise.all([...scripts].map(sizeOf))
    const bytes = sizes.reduce((sum, size) => sum + size, 0)
    expect(bytes, path).toBeLessThanOrEqual(withReact.includes(path) ? maxBytes : plainMaxBytes)
  }
})

journey('the licenses of packages and fonts come with the web app', async ({ page }) => {
  const response = await page.request.get('/licenses.txt')
  expect(response.headers()['content-type']).toBe('text/plain; charset=utf-8')
  const text = await response.text()
  for (const known of [/^react \d.*, MIT$/m, /^zod \d.*, MIT$/m, /^@fontsource-variable\/inter .*OFL-1\.1$/m])
    expect(text).toMatch(known)
  expect(text).toContain('SIL OPEN FONT LICENSE')
  expect(text).not.toMatch(/^(vite|typescript|playwright) /m)
})
