import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { journey } from '../journey.ts'

const dist = join(import.meta.dirname, '../../apps/web/dist')
const maxBytes = 200 * 1024

journey('the first page is light', async ({ page }) => {
  const scripts = new Set<string>()
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.add(new URL(request.url()).pathname)
  })
  await page.goto('/', { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('load')
  expect(scripts.size).toBeGreaterThan(2)
  const sizes = await Promise.all(
    [...scripts].map(async (path) => {
      const file = join(dist, path)
      return (await stat(`${file}.gz`).catch(() => stat(file))).size
    }),
  )
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(maxBytes)
})
