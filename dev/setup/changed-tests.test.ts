import { beforeAll, expect, test } from 'vitest'
import { readImporters, testsOf } from './changed-tests.ts'

let importers: Awaited<ReturnType<typeof readImporters>>
beforeAll(async () => {
  importers = await readImporters()
})
const testsFor = (...changed: string[]) => testsOf(changed, importers).tests

test('what answers an endpoint reaches the tests that call it, those beside it first', () => {
  const tests = testsFor('apps/server/src/features/environments/environments.ts')
  expect(tests[0]).toBe('apps/server/src/features/environments/awaiting.test.ts')
  expect(tests).toContain('apps/server/src/features/environments/environments.test.ts')
  expect(tests).not.toContain('apps/server/src/features/contact/contact.test.ts')
})

test('a package reaches who imports it, up to a minute of tests', () => {
  const { tests, left } = testsOf(['packages/vault/src/grant.ts'], importers)
  expect(tests).toContain('packages/vault/src/grant.test.ts')
  expect(tests.length).toBeLessThanOrEqual(27)
  expect(left).toBeGreaterThan(0)
})

test('a component reaches its tests in the browser, and no journey', () => {
  const tests = testsFor('apps/web/src/features/workbench/grid/table-cells.tsx')
  expect(tests).toContain('apps/web/src/features/workbench/view/grid.browser.test.tsx')
  expect(tests.filter((path) => path.startsWith('e2e/'))).toEqual([])
})

test('a changed journey runs itself; a text reaches who reads it, or nothing', () => {
  expect(testsFor('e2e/journeys/kill.spec.ts')).toEqual(['e2e/journeys/kill.spec.ts'])
  expect(testsFor('docs/manual/overview/plans.md')).toContain('apps/web/manual/manual.test.ts')
  expect(testsFor('README.md')).toEqual([])
})
