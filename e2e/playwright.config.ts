import { defineConfig } from '@playwright/test'
import { findChromium } from './find-chromium.ts'

const browser = await findChromium()
const hasPackagedChromium = process.platform === 'linux' && process.arch === 'x64'

/** Whole journeys, each on a server and a data folder of its own: browser, API and command line as people have them. */
export default defineConfig({
  testDir: 'journeys',
  testMatch: '*.spec.ts',
  testIgnore: hasPackagedChromium ? [] : 'packaged-chromium.spec.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  reporter: 'list',
  use: {
    browserName: 'chromium',
    launchOptions: browser,
    viewport: { width: 1440, height: 900 },
    // Animations end where they would end; what is tested is where things end up.
    contextOptions: { reducedMotion: 'reduce' },
    permissions: ['clipboard-read', 'clipboard-write'],
    actionTimeout: 10_000,
    trace: 'retain-on-failure',
    locale: 'en-US',
  },
})
