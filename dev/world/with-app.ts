import { afterAll } from 'vitest'
import type { Engine } from '../../apps/server/src/db/connect.ts'
import { appForTests, type TestApp } from './app-for-tests.ts'
import { filledBeforeAll } from './filled-before-all.ts'

/** An application for all tests of the surrounding block, which stops after them (app-for-tests.ts). */
export function withApp(engine: Engine, settings?: Record<string, string>): TestApp {
  const app = filledBeforeAll(() => appForTests(engine, settings))
  afterAll(() => app.stop())
  return app
}
