import { expect, test } from 'vitest'
import { daysUntil, dueText } from './variable-fields.ts'

const now = new Date(2027, 0, 30, 23, 59)

test.each([
  ['2027-01-30', 0, '2027-01-30, today'],
  ['2027-01-31', 1, '2027-01-31, in 1 day'],
  ['2027-03-01', 30, '2027-03-01, in 30 days'],
  ['2027-01-29', -1, '2027-01-29, 1 day overdue'],
  ['2026-12-31', -30, '2026-12-31, 30 days overdue'],
])('%s is %i days away', (due, days, text) => {
  expect(daysUntil(due, now)).toBe(days)
  expect(dueText(due, now)).toBe(text)
})
