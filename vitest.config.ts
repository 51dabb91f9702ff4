import { defineConfig } from 'vitest/config'

/** Measures each file for `npm test -- --profile`, which sets this variable for every process of a run. */
const measuring = process.env.ENVHOLD_PROFILE ? ['dev/world/measure-file.ts'] : []

interface Extra {
  readonly globalSetup?: string
  readonly setupFiles?: readonly string[]
  readonly isolate?: boolean
  readonly experimental?: { readonly viteModuleRunner: boolean }
}

const suite = (name: string, include: string[], { setupFiles = [], ...extra }: Extra = {}) => ({
  extends: true as const,
  test: { name, include, setupFiles: [...measuring, ...setupFiles], ...extra },
})

/**
 * The files of such a suite share their processes: to load all modules again costs more than the tests of most files.
 * Therefore a test undoes what it changes in its process.
 */
const shared = { isolate: false }
const withPostgres = { globalSetup: 'dev/world/postgres-for-tests.ts' }

export default defineConfig({
  test: {
    pool: 'forks',
    // One more than CI has cores: tests of the server wait for mail and other processes half of their time.
    maxWorkers: 3,
    // Nothing that works waits for so long: a busy machine may.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    // Node runs our TypeScript by itself, and caches what it compiled.
    experimental: { viteModuleRunner: false },
    // Tests in a browser have a configuration of their own: apps/web/vitest.config.ts.
    exclude: ['**/node_modules/**', '**/dist/**', 'build/**', 'e2e/**', '**/*.browser.test.tsx'],
    projects: [
      suite('packages', ['packages/**/*.test.ts'], shared),
      suite('server', ['apps/server/**/*.test.ts'], {
        ...shared,
        ...withPostgres,
        setupFiles: ['dev/world/setup-server-tests.ts'],
      }),
      suite('cli', ['apps/cli/**/*.test.ts'], {
        ...shared,
        setupFiles: ['dev/world/setup-cli-tests.ts'],
      }),
      // JSX needs a transformation.
      suite('web', ['apps/web/**/*.test.ts', 'apps/web/**/*.test.tsx'], {
        ...shared,
        experimental: { viteModuleRunner: true },
      }),
      suite('dev', ['dev/!(lifecycle|faults|upgrade)/**/*.test.ts'], shared),
      suite('upgrade', ['dev/upgrade/**/*.test.ts'], withPostgres),
      suite('lifecycle', ['dev/lifecycle/**/*.test.ts'], withPostgres),
      suite('faults', ['dev/faults/**/*.test.ts'], withPostgres),
    ],
  },
})
