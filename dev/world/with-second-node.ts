import { afterAll } from 'vitest'
import { anotherNode } from './another-node.ts'
import type { TestApp } from './app-for-tests.ts'
import { filledBeforeAll } from './filled-before-all.ts'

/** A second node for all tests of the surrounding block; on SQLite, which has one node, the application itself. */
export function withSecondNode(app: TestApp): { readonly url: string } {
  const node = filledBeforeAll(async () =>
    app.engine === 'postgres' ? await anotherNode(app) : { url: app.url, stop: async () => {} },
  )
  afterAll(() => node.stop())
  return node
}
