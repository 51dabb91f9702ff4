import { expect, test } from 'vitest'
import { dueStep, nextStepAt } from './schedule.ts'

const day = 86_400_000
const failed_at = Date.UTC(2027, 0, 1)
const after = (days: number) => failed_at + days * day

test.each([
  [0, 1],
  [1, 3],
  [2, 5],
  [3, 7],
  [4, 8],
])('after %i tries the next step is due on day %i', (tries, days) => {
  expect(nextStepAt({ failed_at, tries })).toBe(after(days))
  expect(dueStep({ failed_at, tries }, after(days) - 1)).toBe('wait')
  expect(dueStep({ failed_at, tries }, after(days))).toBe(tries === 4 ? 'exhausted' : tries + 1)
})

test('tries that were missed while the server was off are one try', () => {
  expect(dueStep({ failed_at, tries: 0 }, after(6))).toBe(3)
  expect(dueStep({ failed_at, tries: 0 }, after(40))).toBe(4)
  expect(dueStep({ failed_at, tries: 4 }, after(40))).toBe('exhausted')
})
