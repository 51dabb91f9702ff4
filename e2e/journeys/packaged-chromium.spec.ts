import { chromium, expect, test } from '@playwright/test'
import { findPackagedChromium } from '../find-chromium.ts'

test('the packaged Chromium starts with the libraries and fonts of its package', async () => {
  const browser = await chromium.launch(await findPackagedChromium())
  try {
    const page = await browser.newPage()
    await page.setContent(
      '<p style="display:inline;font:20px Open Sans">mmmm</p><p style="display:inline">mm</p>',
    )
    const box = await page.locator('p').first().boundingBox()
    expect(box?.width).toBeGreaterThan(40)
  } finally {
    await browser.close()
  }
})
