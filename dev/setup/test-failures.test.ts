import { expect, test } from 'vitest'
import { describeFailures, playwrightFailures, vitestFailures } from './test-failures.ts'

test("a failed test of Vitest's report is named, and so is a file that did not load", () => {
  const report = {
    testResults: [
      {
        name: '/project/a.test.ts',
        status: 'failed',
        message: '',
        assertionResults: [
          { status: 'passed', fullName: 'adds', failureMessages: [] },
          { status: 'failed', fullName: 'takes away', failureMessages: ['expected 1 to be 2'] },
        ],
      },
      { name: '/project/b.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
      { name: '/project/c.test.ts', status: 'passed', message: '', assertionResults: [] },
    ],
  }
  expect(vitestFailures(report)).toEqual([
    { where: '/project/a.test.ts › takes away', message: 'expected 1 to be 2' },
    { where: '/project/b.test.ts', message: 'no such module' },
  ])
})

test('a failed journey is named with the error of each attempt, however deep its group', () => {
  const failed = {
    title: 'signs in',
    ok: false,
    tests: [{ results: [{ error: { message: 'no button' } }, {}] }],
  }
  const passed = { title: 'signs out', ok: true, tests: [{ results: [{}] }] }
  const report = {
    suites: [{ file: 'a.spec.ts', specs: [passed], suites: [{ file: 'a.spec.ts', specs: [failed] }] }],
    errors: [{ message: 'no browser' }],
  }
  expect(playwrightFailures(report)).toEqual([
    { where: 'a.spec.ts › signs in', message: 'no button\n' },
    { where: 'outside every test', message: 'no browser' },
  ])
})

test('what is shown is short: no colors, no root, no frames of others, the first lines of the first failures', () => {
  const message = `\u001b[31mexpected\u001b[39m\n    at new Promise (<anonymous>)\n\n${'line\n'.repeat(40)}`
  const failures = Array.from({ length: 23 }, (_, index) => ({ where: `/project/${index}.test.ts`, message }))
  const lines = describeFailures(failures, '/project').split('\n')
  expect(lines.slice(0, 3)).toEqual(['   FAILED  0.test.ts', '      expected', '      line'])
  expect(lines.at(-1)).toBe('   … and 3 more')
  expect(lines).toHaveLength(20 * 13 + 1)
})
