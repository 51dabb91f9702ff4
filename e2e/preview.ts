// `node e2e/preview.ts`, after `npm run build`: makes apps/web/public/preview.png, the picture that other sites show
// beside a link to a public page. It is the top of the landing page.

import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { startServer } from '../dev/world/start-server.ts'
import { findChromium } from './find-chromium.ts'

const path = fileURLToPath(new URL('../apps/web/public/preview.png', import.meta.url))
const onlyWords = 'header nav, header .ml-auto, header ~ * a { display: none } header { border: 0 }'

const server = await startServer({ engine: 'sqlite', settings: { SMTP_URL: '', LOG_LEVEL: 'error' } })
const browser = await chromium.launch(await findChromium())
const page = await browser.newPage({
  viewport: { width: 1200, height: 630 },
  colorScheme: 'light',
  bypassCSP: true,
})
await page.goto(server.url)
await page.addStyleTag({ content: onlyWords })
await page.evaluate('document.fonts.ready')
await page.screenshot({ path })
await browser.close()
await server.stop()
