import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { signUp } from '../dev/world/sign-up.ts'
import { startServer } from '../dev/world/start-server.ts'
import { findChromium } from './find-chromium.ts'
import { seedLifeLike } from './life-like.ts'
import { chooseEnvironment, openVariables, signIn, unlock } from './on-the-page.ts'
import { pageReady } from './page-ready.ts'

/** Makes docs/screenshot.png: the variables of an environment. */
export async function makeReadmePicture(): Promise<void> {
  const path = fileURLToPath(new URL('../docs/screenshot.png', import.meta.url))
  const server = await startServer({ engine: 'sqlite', settings: { LOG_LEVEL: 'error' } })
  const browser = await chromium.launch(await findChromium())
  try {
    const person = await signUp(server.url, { email: 'ada@example.com' })
    const { projectId } = await seedLifeLike(server, person)
    const page = await browser.newPage({
      baseURL: server.url,
      viewport: { width: 1440, height: 900 },
      locale: 'en-US',
      reducedMotion: 'reduce',
    })
    await page.goto('/login')
    await signIn(page, person)
    await page.waitForURL('/dashboard')
    await openVariables(page, projectId)
    await unlock(page, person)
    await chooseEnvironment(page, 'production')
    await page.getByRole('rowheader', { name: 'APP_NAME' }).waitFor()
    await page.getByText('Master password validated!').waitFor({ state: 'hidden' })
    await pageReady(page)
    await page.screenshot({ path, animations: 'disabled' })
  } finally {
    await browser.close()
    await server.stop()
  }
}
