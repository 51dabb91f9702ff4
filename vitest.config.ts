import { defineConfig } from 'vitest/config'

const suite = (
  name: string,
  include: string[],
  extra: { globalSetup?: string; testTimeout?: number; isolate?: boolean } = {},
) => ({
  extends: true as const,
  test: { name, include, ...extra },
})

/**
 * The files of such a suite share their processes: to load all modules again costs more than the tests of most files.
 * Therefore a test undoes what it changes in its process.
 */
const shared = { isolate: false }

export default defineConfig({
  test: {
    pool: 'forks',
    // One more than CI has cores: tests of the server wait for mail and other processes half of their time.
    maxWorkers: 3,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // A busy machine may stop for seconds.
    expect: { poll: { timeout: 20_000 } },
    // Tests in a browser have a configuration of their own: apps/web/vitest.config.ts.
    exclude: ['**/node_modules/**', '**/dist/**', 'e2e/**', '**/*.browser.test.tsx'],
    projects: [
      suite('packages', ['packages/**/*.test.ts'], shared),
      suite('server', ['apps/server/**/*.test.ts'], {
        ...shared,
        globalSetup: 'dev/world/postgres-for-tests.ts',
      }),
      suite('cli', ['apps/cli/**/*.test.ts']),
      suite('web', ['apps/web/**/*.test.ts', 'apps/web/**/*.test.tsx'], shared),
      suite('dev', ['dev/!(life|faults)/**/*.test.ts']),
      suite('life', ['dev/life/**/*.test.ts'], { globalSetup: 'dev/world/postgres-for-tests.ts' }),
      suite('faults', ['dev/faults/**/*.test.ts'], {
        globalSetup: 'dev/world/postgres-for-tests.ts',
        testTimeout: 180_000,
      }),
    ],
  },
})
