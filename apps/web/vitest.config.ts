import { playwright } from '@vitest/browser-playwright'
import { defineConfig, mergeConfig } from 'vitest/config'
import { findChromium } from '../../e2e/find-chromium.ts'
import viteConfig from './vite.config.ts'

/** Components in a real browser, built as the application is: the same plugins, aliases and style sheets. */
export default mergeConfig(
  viteConfig,
  defineConfig({
    // Packages found in the middle of a run would reload the page under a test.
    optimizeDeps: {
      entries: ['src/main.tsx', 'src/**/*.browser.test.tsx'],
      include: ['react', 'react-dom', 'react-dom/client', 'vitest-browser-react'],
    },
    test: {
      name: 'components',
      include: ['src/**/*.browser.test.tsx'],
      setupFiles: ['src/tests/setup.ts'],
      testTimeout: 120_000,
      expect: { poll: { timeout: 30_000 } },
      browser: {
        enabled: true,
        headless: true,
        // Files share a page: to load a thousand modules again for each takes a third of the browser's time.
        isolate: false,
        screenshotFailures: false,
        viewport: { width: 1280, height: 900 },
        provider: playwright({
          launchOptions: await findChromium(),
          contextOptions: { reducedMotion: 'reduce', locale: 'en-US' },
          actionTimeout: 30_000,
        }),
        instances: [{ browser: 'chromium' }],
      },
    },
  }),
)
