import { expect, test } from 'vitest'
import { countExitCode, countLine, countPlaywright, countVitest, total } from './test-counts.ts'

const results = (...statuses: string[]) => statuses.map((status) => ({ status }))

test("Vitest's report is counted by test, and a file that did not load is a failure", () => {
  const report = {
    testResults: [
      { status: 'passed', assertionResults: results('passed', 'passed', 'pending', 'todo') },
      { status: 'failed', assertionResults: results('passed', 'failed') },
      { status: 'failed', assertionResults: [] },
    ],
  }
  expect(countVitest(report)).toEqual({ passed: 3, failed: 2, skipped: 2 })
})

test('a journey that passed at the second attempt has passed; an error outside of all of them is a failure', () => {
  const stats = { expected: 4, unexpected: 1, flaky: 1, skipped: 2 }
  expect(countPlaywright({ stats, errors: [{}] })).toEqual({ passed: 5, failed: 2, skipped: 2 })
})

test('the last line of counts is the one that counts', () => {
  expect(countLine('1 passed, 1 failed\nmore\n25 passed, 0 failed\n')).toMatchObject({
    passed: 25,
    failed: 0,
  })
  expect(countLine('It said 25 passed, 0 failed.')).toBeUndefined()
})

test('a bad end is a failure even if every test has passed', () => {
  const counts = { passed: 3, failed: 0, skipped: 0 }
  expect(countExitCode(counts, 1).failed).toBe(1)
  expect(countExitCode(counts, 0).failed).toBe(0)
  expect(countExitCode({ ...counts, failed: 2 }, 1).failed).toBe(2)
})

test('parts add up', () => {
  const one = { passed: 1, failed: 2, skipped: 3 }
  expect(total([one, one])).toEqual({ passed: 2, failed: 4, skipped: 6 })
})
