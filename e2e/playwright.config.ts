import { defineConfig } from '@playwright/test'
import { findChromium } from './find-chromium.ts'
import type { Engine } from './journey.ts'

const browser = await findChromium()

/** Whole journeys, each on a server and a data folder of its own: browser, API and command line as people have them. */
export default defineConfig<Engine>({
  testDir: 'journeys',
  testMatch: '*.spec.ts',
  projects: [
    { name: 'sqlite' },
    // What signs in is tested on both engines in long runs.
    ...(process.env.ENVHOLD_LONG_RUNS === '1'
      ? [
          {
            name: 'postgresql',
            testMatch: /(authenticator-app|passkeys|provider-sign-in|reset)\.spec\.ts$/,
            use: { engine: 'postgres' as const },
          },
        ]
      : []),
  ],
  // Node runs our TypeScript as it is: to transform it once more takes longer than to load it.
  build: { external: ['**/*.ts'] },
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  // Nothing that works waits for so long: a busy machine may.
  timeout: 240_000,
  expect: { timeout: 45_000 },
  forbidOnly: true,
  reporter: 'list',
  use: {
    browserName: 'chromium',
    launchOptions: browser,
    viewport: { width: 1440, height: 900 },
    // Animations end where they would end; what is tested is where things end up.
    contextOptions: { reducedMotion: 'reduce' },
    permissions: ['clipboard-read', 'clipboard-write'],
    actionTimeout: 45_000,
    // A trace of every journey costs a quarter of their time. `ENVHOLD_TRACE=1` keeps one of each that fails.
    trace: process.env.ENVHOLD_TRACE === '1' ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    locale: 'en-US',
  },
})
