import { expect, test } from 'vitest'
import { ago } from './ago.ts'

const now = Date.parse('2026-03-01T12:00:00Z')

test.each([
  [-5, 'just now'],
  [9, 'just now'],
  [10, '10 seconds ago'],
  [59, '59 seconds ago'],
  [60, '1 minute ago'],
  [3_599, '59 minutes ago'],
  [3_600, '1 hour ago'],
  [7_200, '2 hours ago'],
  [86_399, '23 hours ago'],
  [86_400, '1 day ago'],
  [40 * 86_400, '40 days ago'],
  [1_200 * 86_400, '1,200 days ago'],
])('%d seconds', (seconds, words) => {
  expect(ago(new Date(now - seconds * 1_000).toISOString(), now)).toBe(words)
})
